import { extname } from 'node:path'
import type { Plugin } from 'vite'

/** Imports a file of the project by its path from the repository's root. */
export type Load = (path: string) => Promise<unknown>

interface MadeFile {
  /** The file's path on the site. */
  address: string
  make: (load: Load) => Promise<string | Uint8Array>
}

const MEDIA_TYPES: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png' }

/** Generated files: written by the build, and generated on request in development. */
export function madeFiles(name: string, files: readonly MadeFile[]): Plugin {
  return {
    name,
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const address = request.url?.split('?')[0]
        const file = files.find((one) => one.address === address)
        if (file === undefined) {
          next()
          return
        }
        file
          .make((path) => server.ssrLoadModule(path))
          .then((content) => {
            response.setHeader('Content-Type', MEDIA_TYPES[extname(file.address)] ?? 'application/octet-stream')
            response.end(content)
          }, next)
      })
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      const root = new URL('../..', import.meta.url)
      const load: Load = (path) => import(/* @vite-ignore */ new URL(`.${path}`, root).href)
      await Promise.all(
        files.map(async ({ address, make }) => {
          this.emitFile({ type: 'asset', fileName: address.slice(1), source: await make(load) })
        }),
      )
    },
  }
}
