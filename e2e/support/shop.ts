import { createServer, type Server } from 'node:http'
import { freePort } from '../../scripts/free-port.ts'

/** Serves a page on an origin other than the server's: another host name of this machine, and another port. */
export async function startShop(page: (port: number) => { html: string; policy: string }) {
  const port = await freePort()
  const server: Server = createServer((_, response) => {
    const { html, policy } = page(port)
    response.setHeader('Content-Type', 'text/html')
    response.setHeader('Content-Security-Policy', policy)
    response.end(`<!doctype html><html lang="en"><title>A shop</title><body><h1>A shop</h1>${html}</body></html>`)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
