import { FALLBACK_PAGE } from '#contract/screens.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { LIST, replaceCachesAndNetwork } from './kept-files-testing.ts'
import { PAGE_LOADED, TAKE_OVER } from './messages.ts'

// How browsers run the worker is tested in e2e/offline.spec.ts.

const ORIGIN = 'https://voxhall.example'
const PICTURE = '/portraits/legal.svg'

let network: ReturnType<typeof replaceCachesAndNetwork>
let openPages = 0
const skipWaiting = vi.fn<() => Promise<void>>(async () => {})
const claim = vi.fn<() => Promise<void>>(async () => {})
const listeners = new Map<string, (event: object) => void>()

beforeEach(async () => {
  network = replaceCachesAndNetwork()
  network.answers[PICTURE] = new Response('<svg/>')
  network.answers[FALLBACK_PAGE] = new Response('the app, manifest-2.js')
  openPages = 0
  skipWaiting.mockClear()
  claim.mockClear()
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('KEPT_LIST', { ...LIST, pages: ['/', FALLBACK_PAGE], files: { [PICTURE]: 'sha256-x' } })
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    skipWaiting,
    location: { origin: ORIGIN },
    clients: {
      claim,
      // All open pages are of an earlier worker, or of none.
      matchAll: async ({ includeUncontrolled = false } = {}) =>
        Array.from({ length: includeUncontrolled ? openPages : 0 }),
    },
  })
  vi.resetModules()
  await import('./service-worker.ts')
  return () => void vi.unstubAllGlobals()
})

/** Sends an event to the worker, and waits for all that it does. @returns its response, if it answers a request */
async function send(type: string, facts: object = {}): Promise<Response | undefined> {
  const work: Promise<unknown>[] = []
  let response: Promise<Response> | undefined
  const respondWith = (answer: Promise<Response>) => (response = answer)
  listeners.get(type)?.({ ...facts, respondWith, waitUntil: (promise: Promise<unknown>) => work.push(promise) })
  const answer = await response
  await Promise.all(work)
  return answer
}

function request(path: string, mode = 'navigate', headers = {}) {
  return send('fetch', {
    request: { method: 'GET', mode, url: ORIGIN + path, address: path, headers: new Headers(headers) },
  })
}

const cached = () => [...(network.kept.get('voxhall-b2')?.keys() ?? [])].map((key) => key.split('?')[0])

test('a new version is cached completely, and waits until it is accepted', async () => {
  await send('install')
  expect(new Set(cached())).toEqual(new Set(['/', FALLBACK_PAGE, '/assets/a-2.js', PICTURE]))
  expect(skipWaiting).not.toHaveBeenCalled()
  await send('message', { data: TAKE_OVER })
  expect(skipWaiting).toHaveBeenCalledOnce()
  await send('activate')
  expect(claim, 'the page of a first visit works offline, too').toHaveBeenCalledOnce()
})

test('for people who save data, pictures are not loaded in advance, but still shown', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  await send('install')
  expect(cached()).toContain('/assets/a-2.js')
  expect(cached()).not.toContain(PICTURE)
  expect(await (await request(PICTURE, 'cors'))?.text()).toBe('<svg/>')
})

test('a cached page is shown at once, and its cached copy is updated for the next time', async () => {
  await send('install')
  network.answers['/'] = new Response('manifest-2.js with newer headers')
  const first = await request('/')
  expect(await first?.text()).toContain('<script')
  expect(await (await request('/'))?.text()).toBe('manifest-2.js with newer headers')
})

test('a request for a part of a cached file is left to the browser', async () => {
  await send('install')
  expect(await request(PICTURE, 'cors')).toBeDefined()
  expect(await request(PICTURE, 'cors', { Range: 'bytes=0-9' })).toBeUndefined()
})

test('a page that the browser has dropped from the cache comes from the server', async () => {
  expect(await (await request('/'))?.text()).toContain('manifest-2.js')
})

test('an unknown address is answered by the server, and by the page “not found” without a connection', async () => {
  await send('install')
  network.answers['/no/such/page'] = new Response('from the server', { status: 404 })
  expect(await (await request('/no/such/page'))?.text()).toBe('from the server')
  delete network.answers['/no/such/page']
  const offline = await request('/no/such/page')
  expect([offline?.status, await offline?.text()]).toEqual([404, 'the app, manifest-2.js'])
})

test.each<[string, number, string, boolean]>([
  ['are deleted when no page is open as the new one becomes active', 0, 'activate', true],
  ['stay while a page of it may be open', 1, 'activate', false],
  ['are deleted when the only open page is of the new one', 1, PAGE_LOADED, true],
  ['stay while another page is open', 2, PAGE_LOADED, false],
])('the files of the earlier version %s', async (_, pages, event, areDeleted) => {
  network.kept.set('voxhall-b1', new Map())
  await send('install')
  openPages = pages
  await (event === 'activate' ? send(event) : send('message', { data: event }))
  expect([...network.kept.keys()]).toEqual(areDeleted ? ['voxhall-b2'] : ['voxhall-b1', 'voxhall-b2'])
})
