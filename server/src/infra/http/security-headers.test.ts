import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from './context.ts'
import { securityHeaders } from './security-headers.ts'

const app = new Hono<AppEnv>()
app.use(securityHeaders({ publicUrl: 'https://voxhall.example', scriptHashes: ["'sha256-x'"], development: false }))
app.get('/assets/gone.js', (c) => c.text('not here', 404))
app.get('/cookie', (c) => c.text('here', 200, { 'Set-Cookie': 'session=1' }))
app.get('*', (c) => c.text('here'))

const POLICIES = ['Content-Security-Policy', 'Permissions-Policy', 'X-Frame-Options']

test.each([
  '/',
  '/portraits/amara.svg',
  '/assets/drawing-1a2b.svg',
  '/assets/player-worklet-1a2b.js',
  '/assets/gone.js',
  '/sw.js',
  '/api/health',
])('%s carries the security policies', async (path) => {
  const { headers } = await app.request(path)
  for (const name of POLICIES) expect(headers.get(name), name).toBeTruthy()
})

test.each([
  ['https://voxhall.example', 'max-age=31536000'],
  // Without a certificate, a browser that was told so could no longer open the site.
  ['http://localhost:3000', null],
])('a site at %s sends the Strict-Transport-Security %s', async (publicUrl, expected) => {
  const site = new Hono<AppEnv>().use(securityHeaders({ publicUrl, scriptHashes: [], development: false }))
  const { headers } = await site.request('/')
  expect(headers.get('Strict-Transport-Security')).toBe(expected)
})

test.each(['/assets/home-1a2b.js', '/assets/root-1a2b.css', '/assets/text-1a2b.woff2'])(
  '%s is part of a page and carries only the headers for itself',
  async (path) => {
    const { headers } = await app.request(path)
    for (const name of POLICIES) expect(headers.get(name), name).toBeNull()
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
  },
)

test.each([
  ['/a/nora-1', true],
  ['/', false],
  ['/assistants/own_1/talk', false],
  ['/a/nora-1/more', false],
])('%s may show pictures from other sites on cards: %s', async (path, mayShow) => {
  const policy = (await app.request(path)).headers.get('Content-Security-Policy') ?? ''
  const [pictures = ''] = policy.split('; ').filter((directive) => directive.startsWith('img-src'))
  expect(pictures.endsWith(' https:')).toBe(mayShow)
})

test('an embedded page asks for the sites that may frame it, unless the rate limit refuses it', async () => {
  const asked: string[] = []
  const limited = new Hono<AppEnv>()
  const embeddedOn = async (id: string) => (asked.push(id), ['https://shop.example'])
  limited.use(
    securityHeaders({ publicUrl: 'https://voxhall.example', scriptHashes: [], development: false, embeddedOn }),
  )
  limited.get('/embed/often', (c) => c.text('later', 429))
  limited.get('*', (c) => c.text('here'))
  const policyOf = async (path: string) => (await limited.request(path)).headers.get('Content-Security-Policy')
  expect(await policyOf('/embed/often')).toContain("frame-ancestors 'none'")
  const policy = await policyOf('/embed/nora-1')
  expect(policy).toContain("frame-ancestors 'self' https://shop.example")
  expect(policy, 'pictures on cards').toMatch(/img-src [^;]+ https:;/)
  expect(asked).toEqual(['nora-1'])
})

test('no response lets an address with a token reach other sites as a referrer', async () => {
  for (const path of ['/reset-password?token=secret', '/assets/home-1a2b.js', '/api/health']) {
    expect((await app.request(path)).headers.get('Referrer-Policy'), path).toBe('no-referrer')
  }
})

test('forms can be sent to this site only, and plugins and other base addresses are refused', async () => {
  const policy = (await app.request('/')).headers.get('Content-Security-Policy')?.split('; ')
  expect(policy).toEqual(expect.arrayContaining(["form-action 'self'", "object-src 'none'", "base-uri 'none'"]))
})

test('other sites that open a page in a window get no hold of it', async () => {
  expect((await app.request('/')).headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
})

test('no cookie leaves the server, even if a library sets one', async () => {
  expect((await app.request('/cookie')).headers.get('Set-Cookie')).toBeNull()
})

test('the script of embedded assistants may be loaded and read by any site', async () => {
  const { headers } = await app.request('/embed.js')
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
})
