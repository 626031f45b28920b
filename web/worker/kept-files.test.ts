import { beforeEach, expect, test, vi } from 'vitest'
import { fillCache, findFile, forgetEarlierVersions, refreshPage } from './kept-files.ts'
import type { KeptList } from './kept-list.ts'

const LIST: KeptList = { build: 'b2', pageMark: 'manifest-2.js', pages: ['/'], assets: ['/assets/a-2.js'], files: {} }

/** The names of the caches, in the order in which they were made, with the responses in each. */
let kept: Map<string, Map<string, Response>>
let answers: Record<string, Response>

beforeEach(() => {
  kept = new Map()
  answers = { '/': new Response('<script src="manifest-2.js">'), '/assets/a-2.js': new Response('a') }
  vi.stubGlobal('caches', {
    async open(name: string) {
      const files = kept.get(name) ?? new Map<string, Response>()
      kept.set(name, files)
      return { put: async (key: string, response: Response) => void files.set(key, response) }
    },
    match: async (key: string, { cacheName }: { cacheName?: string } = {}) =>
      [...kept].find(([name, files]) => files.has(key) && name === (cacheName ?? name))?.[1].get(key),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
  })
  vi.stubGlobal('Request', function request(this: { address: string }, address: string) {
    this.address = address
  })
  vi.stubGlobal('fetch', async ({ address }: { address: string }) => answers[address])
  return () => void vi.unstubAllGlobals()
})

const redirected = (text: string) => Object.defineProperty(new Response(text), 'redirected', { value: true })

test('the pages and scripts of a version are kept', async () => {
  await fillCache(LIST, { sparingly: false })
  expect([...(kept.get('voxhall-b2')?.keys() ?? [])].toSorted()).toEqual(['/', '/assets/a-2.js'])
})

test('a file that an earlier version has cached is copied', async () => {
  const copied = new Response('a, of the version before')
  kept.set('voxhall-b1', new Map([['/assets/a-2.js', copied]]))
  delete answers['/assets/a-2.js']
  await fillCache(LIST, { sparingly: false })
  expect(kept.get('voxhall-b2')?.get('/assets/a-2.js')).toBe(copied)
})

test('a file is found in the cache of its version first, then in that of an earlier one', async () => {
  const [earlier, own, old] = [new Response('earlier'), new Response('own'), new Response('old')]
  kept.set(
    'voxhall-b1',
    new Map([
      ['/font', earlier],
      ['/old', old],
    ]),
  )
  kept.set('voxhall-b2', new Map([['/font', own]]))
  expect(await findFile('/font', LIST)).toBe(own)
  expect(await findFile('/old', LIST)).toBe(old)
  expect(await findFile('/unknown', LIST)).toBeUndefined()
})

test.each<[string, Response | undefined, boolean]>([
  ['is replaced by the current one of its version', new Response('<script src="manifest-2.js">'), true],
  ['stays when the server has another version', new Response('<script src="manifest-3.js">'), false],
  ['stays without a connection', undefined, false],
])('a cached page %s', async (_, answer, isReplaced) => {
  const cached = new Response('<script src="manifest-2.js">')
  kept.set('voxhall-b2', new Map([['/', cached]]))
  if (answer === undefined) vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  else answers['/'] = answer
  await refreshPage('/', LIST)
  expect(kept.get('voxhall-b2')?.get('/') !== cached).toBe(isReplaced)
})

test.each([
  [true, ['/fonts/text.woff2']],
  [false, ['/fonts/text.woff2', '/portraits/legal.svg']],
])('pictures are left out when the browser saves data (%s)', async (sparingly, files) => {
  const addresses = ['/fonts/text.woff2', '/portraits/legal.svg']
  for (const address of addresses) answers[address] = new Response('x')
  const list = { ...LIST, files: Object.fromEntries(addresses.map((address) => [address, 'sha256-x'])) }
  await fillCache(list, { sparingly })
  const keys = [...(kept.get('voxhall-b2')?.keys() ?? [])].map((key) => key.split('?')[0])
  expect(new Set(keys.filter((key) => addresses.includes(key ?? '')))).toEqual(new Set(files))
})

test.each<[string, string, Response]>([
  ['a page of another version', '/', new Response('<script src="manifest-3.js">')],
  ['a page that redirects', '/', redirected('<script src="manifest-2.js">')],
  ['a script that redirects', '/assets/a-2.js', redirected('a')],
  ['a script that is missing', '/assets/a-2.js', new Response('', { status: 404 })],
])('%s is not kept', async (_, address, answer) => {
  answers[address] = answer
  await expect(fillCache(LIST, { sparingly: false })).rejects.toThrow(/another version|answered/)
})

test('caches of earlier versions are deleted, later ones and foreign caches are kept', async () => {
  for (const name of ['voxhall-b1', 'theirs', 'voxhall-b2', 'voxhall-b3']) kept.set(name, new Map())
  await forgetEarlierVersions(LIST)
  expect([...kept.keys()]).toEqual(['theirs', 'voxhall-b2', 'voxhall-b3'])
})
