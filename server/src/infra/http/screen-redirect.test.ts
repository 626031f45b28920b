import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { AppEnv } from './context.ts'
import { toScreenAddress } from './app.ts'

const app = new Hono<AppEnv>().use(toScreenAddress).all('*', (c) => c.text('the page'))

it.each([
  ['/PRICING', '/pricing'],
  ['/pricing//', '/pricing'],
  ['/pricing/', '/pricing'],
  ['/Contact?about=privacy&x=A', '/contact?about=privacy&x=A'],
  ['//', '/'],
  ['/CHECKOUT/a%0d%0aSet-Cookie:b', '/checkout/a%0d%0aSet-Cookie:b'],
])('%s redirects permanently to %s', async (path, address) => {
  const response = await app.request(`http://localhost${path}`)
  expect([response.status, response.headers.get('Location')]).toEqual([308, address])
})

it.each(['/', '/pricing', '/no-such-page', '/NO-SUCH-PAGE/', '//other.example/pricing', '/assets/app-1A2b.js'])(
  '%s is served without a redirect',
  async (path) => expect((await app.request(`http://localhost${path}`)).status).toBe(200),
)

it('only GET requests are redirected', async () => {
  expect((await app.request('/PRICING', { method: 'POST' })).status).toBe(200)
})
