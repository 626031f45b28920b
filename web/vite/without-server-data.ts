import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** The stand-ins answer to what this version calls. Read it again before naming another here. */
const WRITTEN_FOR = '8.4.0'

const SINGLE_FETCH = /\/react-router\/dist\/production\/lib\/dom\/ssr\/single-fetch\.js$/
const INSTRUMENTATION = /\/react-router\/dist\/production\/lib\/router\/instrumentation\.js$/
const ROUTE_MODULE = /\/web\/src\/(?:root|routes\/[^/]+)\.tsx$/
const ROUTE_DATA = /export (?:async )?(?:function|const) (?:loader|action|clientLoader|clientAction)\b/

/** Who asks for them in the browser. What the server's side of the package imports is shaken off with it. */
const IMPORTER = /\/react-router\/dist\/production\/(?:index|lib\/router\/router|lib\/dom\/ssr\/components)\.js$/

const STAND_INS = [
  { replaces: SINGLE_FETCH, file: fileURLToPath(new URL('no-single-fetch.ts', import.meta.url)) },
  { replaces: INSTRUMENTATION, file: fileURLToPath(new URL('no-instrumentation.ts', import.meta.url)) },
]

/**
 * Leaves out of the browser's scripts what React Router needs for data of its own server (there is none: screens ask our
 * API) and for watching its navigation (unused here): 4 kB of every first visit. Fails the build when a route brings
 * a loader or an action after all, and when React Router is of another version than the stand-ins were written for.
 * Why: docs/decisions/0008-little-script-and-late.md.
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
      if (!IMPORTER.test(importer ?? '') || !/\/(?:single-fetch|instrumentation)\.js$/.test(source)) return null
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
