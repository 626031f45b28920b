import type { Plugin } from 'vite'

const SONNER = /\/node_modules\/sonner\/dist\/index\.mjs$/
const CALL = '__insertCSS('

/**
 * sonner writes its styles into a <style> element when it is loaded, which our content-security policy refuses.
 * The same styles come as a file (`sonner/dist/styles.css`, imported where the toaster is), so the call is taken out.
 * Fails the build when sonner's text changed, rather than letting the violation back in.
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
