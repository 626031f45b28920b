import { beforeEach, expect, test, vi } from 'vitest'
import { fillCache, forgetEarlierVersions } from './kept-files.ts'
import type { KeptList } from './kept-list.ts'

const LIST: KeptList = { build: 'b2', pageMark: 'manifest-2.js', pages: ['/'], assets: ['/assets/a-2.js'], files: {} }

/** The names of the caches, in the order in which they were made, with the keys in each. */
let kept: Map<string, string[]>
let answers: Record<string, Response>

beforeEach(() => {
  kept = new Map()
  answers = { '/': new Response('<script src="manifest-2.js">'), '/assets/a-2.js': new Response('a') }
  vi.stubGlobal('caches', {
    async open(name: string) {
      const keys = kept.get(name) ?? []
      kept.set(name, keys)
      return { put: async (key: string) => void keys.push(key) }
    },
    match: async () => undefined,
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
  expect(kept.get('voxhall-b2')).toHaveLength(2)
})

test.each([
  [true, ['/fonts/text.woff2']],
  [false, ['/fonts/text.woff2', '/portraits/legal.svg']],
])('pictures are left out when the browser saves data (%s)', async (sparingly, files) => {
  const addresses = ['/fonts/text.woff2', '/portraits/legal.svg']
  for (const address of addresses) answers[address] = new Response('x')
  const list = { ...LIST, files: Object.fromEntries(addresses.map((address) => [address, 'sha256-x'])) }
  await fillCache(list, { sparingly })
  const keys = kept.get('voxhall-b2')?.map((key) => key.split('?')[0]) ?? []
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
  for (const name of ['voxhall-b1', 'theirs', 'voxhall-b2', 'voxhall-b3']) kept.set(name, [])
  await forgetEarlierVersions(LIST)
  expect([...kept.keys()]).toEqual(['theirs', 'voxhall-b2', 'voxhall-b3'])
})
