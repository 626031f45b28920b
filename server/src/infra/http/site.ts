import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { AppEnv } from './context.ts'
import type { NodeMiddleware } from './listen.ts'
import type { FindPageHead } from './page-head.ts'
import { loadWebPages } from './static-files.ts'

const CLIENT_DIR = fileURLToPath(new URL('../../../../build/client', import.meta.url))

export interface SiteOptions {
  server: Server
  isDevelopment: boolean
  clientDir?: string | undefined
  publicUrl: string
  findHead: FindPageHead
  log: Logger
}

interface Site {
  /** Undefined if the site has not been built: the server is then only an API. */
  readonly pages: MiddlewareHandler<AppEnv> | undefined
  readonly scriptHashes: readonly string[]
  readonly middleware?: NodeMiddleware | undefined
  close(): Promise<void>
}

/** Serves the site's pages, from the build or, in development, from the source. */
export async function openSite({ server, isDevelopment, publicUrl, log, ...options }: SiteOptions): Promise<Site> {
  if (isDevelopment) {
    // Imported only in development, so that production does not load a build tool.
    const { startDevWeb } = await import('./dev-web.ts')
    return { ...(await startDevWeb(server, publicUrl)), scriptHashes: [] }
  }
  const built = loadWebPages(options.clientDir ?? CLIENT_DIR, publicUrl, options.findHead)
  if (!built) log.warn('the site is not built, only the API is served (npm run build)')
  return { pages: built?.handler, scriptHashes: built?.scriptHashes ?? [], close: async () => {} }
}
