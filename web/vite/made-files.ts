import { extname } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'

/** Imports a file of the project by its path from the repository's root. */
export type Load = (path: string) => Promise<unknown>

interface MadeFile {
  /** The file's path on the site. */
  address: string
  make: (load: Load) => Promise<string | Uint8Array>
}

const MEDIA_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Generates files on request in development. */
export function serveMade(server: ViteDevServer, files: readonly MadeFile[], headers: Record<string, string> = {}) {
  server.middlewares.use((request, response, next) => {
    const address = request.url?.split('?')[0]
    const file = files.find((one) => one.address === address)
    if (file === undefined) return next()
    const type = MEDIA_TYPES[extname(file.address)] ?? 'application/octet-stream'
    file
      .make((path) => server.ssrLoadModule(path))
      .then((content) => {
        response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store', ...headers }).end(content)
      }, next)
  })
}

/** Generated files: written by the build, and generated on request in development. */
export function madeFiles(name: string, files: readonly MadeFile[]): Plugin {
  return {
    name,
    configureServer: (server) => serveMade(server, files),
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
