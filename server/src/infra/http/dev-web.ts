import type { Server } from 'node:http'
import type { Context } from 'hono'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { isScreenPath, isServerPath } from '#contract/screens.ts'
import type { AppEnv } from './context.ts'
import type { NodeMiddleware } from './listen.ts'
import { withPublicOrigin } from './page-head.ts'

/**
 * Serves the site from its source, in the same process and on the same port as the API (`npm run dev`). Vite's hot-reload
 * socket shares `server`.
 * @param publicUrl the site's public address, which the pages contain
 */
export async function startDevWeb(server: Server, publicUrl: string) {
  const vite = await createServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } })
  // React Router serves no pages when Vite runs as a middleware, so its request handler is called from here.
  const handle = createRequestHandler(
    async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
    'development',
  )
  return {
    middleware: ((request, response, next) => {
      if (isServerPath(request.url?.split('?')[0] ?? '/')) next()
      else vite.middlewares(request, response, next)
    }) satisfies NodeMiddleware,
    pages: async (c: Context<AppEnv>): Promise<Response> => {
      const response = await handle(c.req.raw)
      const isHtml = response.headers.get('Content-Type')?.startsWith('text/html') ?? false
      const body = isHtml ? withPublicOrigin(await response.text(), publicUrl) : response.body
      const status = response.status === 200 && !isScreenPath(c.req.path) ? 404 : response.status
      return new Response(body, { status, headers: response.headers })
    },
    close: () => vite.close(),
  }
}
