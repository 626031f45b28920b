import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/**
 * The replacements implement what this version of React Router calls. Check its code again before changing the number.
 */
const WRITTEN_FOR = '8.4.0'

const SINGLE_FETCH = /\/react-router\/dist\/production\/lib\/dom\/ssr\/single-fetch\.js$/
const INSTRUMENTATION = /\/react-router\/dist\/production\/lib\/router\/instrumentation\.js$/
const ROUTE_MODULES = /\/react-router\/dist\/production\/lib\/dom\/ssr\/routeModules\.js$/
const ROUTE_MODULE = /\/web\/src\/(?:root|routes\/[^/]+)\.tsx$/
const ROUTE_DATA = /export (?:async )?(?:function|const) (?:loader|action|clientLoader|clientAction)\b/

/**
 * The modules that import the replaced ones in the browser. Other importers belong to React Router's server code and
 * are removed by tree shaking.
 */
const IMPORTER =
  /\/react-router\/dist\/production\/(?:index|lib\/router\/router|lib\/dom\/ssr\/(?:components|routes|links))\.js$/

const STAND_INS = [
  { replaces: SINGLE_FETCH, file: fileURLToPath(new URL('no-single-fetch.ts', import.meta.url)) },
  { replaces: INSTRUMENTATION, file: fileURLToPath(new URL('no-instrumentation.ts', import.meta.url)) },
  { replaces: ROUTE_MODULES, file: fileURLToPath(new URL('load-route-module.ts', import.meta.url)) },
]

/**
 * Removes from the browser's scripts React Router's support for data of its own server (screens call our API instead)
 * and for instrumentation (unused here): 4 kB of every first visit. When a screen's script is missing, the page is
 * reloaded only once. Fails the build when a route exports a loader or an action, or when React Router's version is not
 * the one that the replacements were written for. Why: docs/decisions/0008-little-script-and-late.md.
 */
export function withoutServerData(): Plugin {
  const replaced = new Set<RegExp>()
  return {
    name: 'voxhall:without-server-data',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async buildStart() {
      const installed = installedVersion((await this.resolve('react-router/package.json'))?.id)
      if (installed === WRITTEN_FOR) return
      this.error(
        `React Router ${installed} is installed, and web/vite/without-server-data.ts was written for ${WRITTEN_FOR}: ` +
          'read docs/decisions/0008-little-script-and-late.md before you go on',
      )
    },
    async resolveId(source, importer, options) {
      if (!IMPORTER.test(importer ?? '') || !/\/(?:single-fetch|instrumentation|routeModules)\.js$/.test(source))
        return null
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      const standIn = STAND_INS.find(({ replaces }) => resolved !== null && replaces.test(resolved.id))
      if (standIn === undefined) return resolved
      replaced.add(standIn.replaces)
      return standIn.file
    },
    transform: {
      filter: { id: ROUTE_MODULE, code: ROUTE_DATA },
      handler(_, id) {
        this.error(`${id} brings data of its own: take withoutServerData out of vite.config.ts`)
      },
    },
    buildEnd(error) {
      if (error || replaced.size === STAND_INS.length) return
      this.error('React Router no longer has the files that web/vite/without-server-data.ts replaces')
    },
  }
}

function installedVersion(packageFile: string | undefined): string {
  if (packageFile === undefined) return 'of no version'
  const { version }: { version?: unknown } = JSON.parse(readFileSync(packageFile, 'utf8'))
  return String(version)
}
