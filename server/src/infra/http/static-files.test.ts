import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { AppEnv } from './context.ts'
import { loadWebPages, type WebPages } from './static-files.ts'

const SCRIPT = 'window.context = 1 < 2'
const HOME = `<!doctype html><title>home</title><script>${SCRIPT}</script><script src="/assets/a.js"></script>${'x'.repeat(600)}`
const EARLY = `console.log("${'z'.repeat(2_000)}")`
/** Compressed worse than the server would do it, so that the test can tell which of the two was sent. */
const EARLY_COMPRESSED = brotliCompressSync(EARLY, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } })
const FALLBACK = '<!doctype html><title>app</title><meta name="robots" content="noindex"/>'
const NORA = {
  title: 'Talk with Nora & "Co" <b> $& · Voxhall',
  description: 'Nora is there.',
  url: 'https://voxhall.example/a/nora',
  pictureUrl: 'https://voxhall.example/files/nora',
  pictureAlt: 'Nora',
}

let folder: string
let pages: WebPages
const app = new Hono<AppEnv>()
const logged: string[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voxhall-static-'))
  const clientDir = join(folder, 'client')
  mkdirSync(join(clientDir, 'assets'), { recursive: true })
  mkdirSync(join(clientDir, 'pricing'))
  writeFileSync(join(folder, 'secret.txt'), 'not to be served')
  writeFileSync(join(clientDir, 'index.html'), HOME)
  writeFileSync(join(clientDir, 'pricing', 'index.html'), '<title>pricing</title>')
  writeFileSync(join(clientDir, '__spa-fallback.html'), FALLBACK)
  writeFileSync(join(clientDir, 'embed.js'), 'embed()')
  writeFileSync(join(clientDir, 'assets', 'app-1a2b.js'), `console.log("${'y'.repeat(2_000)}")`)
  writeFileSync(join(clientDir, 'assets', 'font.woff2'), Buffer.alloc(2_000))
  writeFileSync(join(clientDir, 'assets', 'early-3c4d.js'), EARLY)
  mkdirSync(join(folder, 'brotli'))
  writeFileSync(join(folder, 'brotli', `${createHash('sha256').update(EARLY).digest('hex')}.br`), EARLY_COMPRESSED)
  const loaded = loadWebPages(clientDir, 'https://voxhall.example', async (path) => {
    if (path === '/a/gone') throw new AppError('not-found')
    if (path === '/a/away') throw new Error('the database is away')
    return path === '/a/nora' ? NORA : undefined
  })
  if (!loaded) throw new Error('nothing loaded')
  pages = loaded
  app.use((c, next) => {
    c.set('log', pino({}, { write: (line: string) => void logged.push(line) }))
    return next()
  })
  app.use(pages.handler)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('pages', () => {
  it.each([
    ['/', 200, 'home'],
    ['/pricing', 200, 'pricing'],
    ['/pricing/', 200, 'pricing'],
    ['/auth', 200, 'app'],
    ['/account', 200, 'app'],
    ['/crm', 200, 'app'],
    ['/crm/somebody', 404, 'app'],
    ['/no-such-page', 404, 'app'],
    ['/deep/no/such', 404, 'app'],
  ])('%s answers %i with the page "%s"', async (path, status, title) => {
    const response = await app.request(path)
    expect(response.status).toBe(status)
    expect(await response.text()).toContain(`<title>${title}</title>`)
    expect(response.headers.get('Cache-Control')).toBe(status === 200 ? 'no-cache' : 'no-store')
  })

  it('are shown to browsers at any address, even one that looks like a file', async () => {
    const asBrowser = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }
    for (const path of ['/old-page.php', '/v1.2', '//other.example']) {
      const response = await app.request(`http://localhost${path}`, asBrowser)
      expect([response.status, await response.text()], path).toEqual([404, FALLBACK])
    }
  })

  it('unknown at build time get their head when they are requested', async () => {
    const nora = await app.request('/a/nora')
    expect([nora.status, nora.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
    const html = await nora.text()
    expect(html).toContain('<title>Talk with Nora &amp; &quot;Co&quot; &lt;b&gt; $&amp; · Voxhall</title>')
    expect(html).toContain('<meta property="og:image" content="https://voxhall.example/files/nora" data-served="">')
    expect(html).not.toContain('noindex')
    expect(
      (await app.request('/a/nora', { headers: { 'If-None-Match': nora.headers.get('ETag') ?? '' } })).status,
    ).toBe(304)
    // The page of an unpublished assistant is served like any screen; an unknown assistant gives 404.
    expect(await (await app.request('/a/draft')).text()).toBe(FALLBACK)
    const gone = await app.request('/a/gone')
    expect([gone.status, await gone.text()]).toEqual([404, FALLBACK])
  })

  it('are served without their head if it cannot be looked up, and show the failure themselves', async () => {
    const away = await app.request('/a/away')
    expect([away.status, await away.text()]).toEqual([200, FALLBACK])
    expect(logged).toEqual([expect.stringContaining('could not be looked up')])
  })

  it.each([
    ['/index.html', '/'],
    ['/pricing/index.html', '/pricing'],
  ])('%s redirects to the address of that screen', async (path, address) => {
    const response = await app.request(path)
    expect([response.status, response.headers.get('Location')]).toEqual([301, address])
    expect((await app.request(`http://localhost//other.example${path}`)).headers.get('Location')).toBeNull()
  })

  it('leave missing files and requests other than GET to the next handler', async () => {
    expect((await app.request('/assets/gone.js')).headers.get('Content-Type')).not.toContain('html')
    expect(await (await app.request('/auth', { method: 'POST' })).text()).not.toContain('<title>')
  })

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2f..%2fsecret.txt',
    '/%',
    '/%00',
  ])('are never read from outside their folder: %j', async (path) => {
    const response = await app.request(`http://localhost${path}`)
    expect(await response.text()).not.toContain('not to be served')
    expect(response.status).toBe(404)
  })
})

describe('files', () => {
  it('with a hash in their name are cached permanently', async () => {
    const response = await app.request('/assets/app-1a2b.js')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
  })

  it('without a hash in their name are checked for a newer version each time', async () => {
    expect((await app.request('/embed.js')).headers.get('Cache-Control')).toBe('no-cache')
  })

  it('are compressed as the client accepts', async () => {
    const plain = await (await app.request('/assets/app-1a2b.js')).text()
    const asked = (accept: string) => app.request('/assets/app-1a2b.js', { headers: { 'Accept-Encoding': accept } })
    const brotli = await asked('gzip, deflate, br')
    expect(brotli.headers.get('Content-Encoding')).toBe('br')
    expect(brotli.headers.get('Vary'), 'for caches between server and client').toBe('Accept-Encoding')
    expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe(plain)
    const gzip = await asked('gzip, br;q=0')
    expect(gzip.headers.get('Content-Encoding')).toBe('gzip')
    expect(gzip.headers.get('ETag')).not.toBe(brotli.headers.get('ETag'))
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(plain)
    const font = await app.request('/assets/font.woff2', { headers: { 'Accept-Encoding': 'br' } })
    expect(font.headers.get('Content-Encoding')).toBeNull()
  })

  it('that the build has compressed are sent as they are', async () => {
    const response = await app.request('/assets/early-3c4d.js', { headers: { 'Accept-Encoding': 'br' } })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(EARLY_COMPRESSED)
    expect(await (await app.request('/assets/early-3c4d.js')).text()).toBe(EARLY)
  })

  it('are not sent again while they are unchanged', async () => {
    const etag = (await app.request('/')).headers.get('ETag') ?? ''
    const again = await app.request('/', { headers: { 'If-None-Match': etag } })
    expect((await app.request('/', { headers: { 'If-None-Match': `W/${etag}` } })).status, 'behind a proxy').toBe(304)
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })

  it('for a missing page answer 404 even to a client that has them', async () => {
    const etag = (await app.request('/auth')).headers.get('ETag') ?? ''
    expect((await app.request('/auth', { headers: { 'If-None-Match': etag } })).status).toBe(304)
    expect((await app.request('/no-such-page', { headers: { 'If-None-Match': etag } })).status).toBe(404)
  })

  it('answer HEAD with the size and no body', async () => {
    const response = await app.request('/', { method: 'HEAD' })
    expect(response.headers.get('Content-Length')).toBe(String(Buffer.byteLength(HOME)))
    expect(await response.text()).toBe('')
  })
})

it('exactly the inline scripts of the pages are allowed by hash', () => {
  expect(pages.scriptHashes).toEqual([`'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`])
})
