import { serve } from './serve.ts'

/** Serves a page on an origin other than the server's: another host name of this machine, and another port. */
export async function startShop(page: (port: number) => { html: string; policy: string }) {
  const shop = await serve((_, response) => {
    const { html, policy } = page(shop.port)
    response.setHeader('Content-Type', 'text/html')
    response.setHeader('Content-Security-Policy', policy)
    response.end(`<!doctype html><html lang="en"><title>A shop</title><body><h1>A shop</h1>${html}</body></html>`)
  }, '127.0.0.1')
  return shop
}
