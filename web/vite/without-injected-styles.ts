import type { Plugin } from 'vite'

const SONNER = /\/node_modules\/sonner\/dist\/index\.mjs$/
const CALL = '__insertCSS('

/**
 * sonner injects its styles as a <style> element, which our content security policy refuses. The same styles are loaded
 * as a file (`sonner/dist/styles.css`, imported by the toaster), so this removes the injecting call. Fails the build
 * when sonner's code has changed, so that the call cannot return unnoticed.
 */
export function withoutInjectedStyles(): Plugin {
  return {
    name: 'voxhall:without-injected-styles',
    enforce: 'pre',
    transform: {
      filter: { id: SONNER },
      handler(code) {
        const lines = code.split('\n')
        const kept = lines.filter((line) => !line.startsWith(CALL))
        if (kept.length !== lines.length - 1) this.error('sonner no longer injects its styles as before: see web/vite')
        return { code: kept.join('\n'), map: null }
      },
    },
  }
}
