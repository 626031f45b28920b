import { serve } from './serve.ts'

/** A shop's page with the tag of an assistant of the server at `base`, and a policy that admits nothing but that. */
export const pageWithTag = (base: string) => ({
  html: `<script src="${base}/embed.js" data-assistant="culinary" data-label="Talk with Giovanni" async></script>`,
  policy: `default-src 'none'; script-src ${base}; frame-src ${base}; connect-src ${base}; base-uri 'none'`,
})

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
