import { beforeEach, expect, test, vi } from 'vitest'
import { fillCache, findFile, forgetEarlierVersions, refreshPage } from './kept-files.ts'
import { LIST, replaceCachesAndNetwork } from './kept-files-testing.ts'

type Network = ReturnType<typeof replaceCachesAndNetwork>
let kept: Network['kept']
let answers: Network['answers']
let asked: Network['asked']

beforeEach(() => {
  ;({ kept, answers, asked } = replaceCachesAndNetwork())
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
  if (answer === undefined) delete answers['/']
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

test('pages and pictures bypass the browser’s cache, and a picture must have the content of its version', async () => {
  answers['/portraits/legal.svg'] = new Response('<svg/>')
  await fillCache({ ...LIST, files: { '/portraits/legal.svg': 'sha256-x' } }, { sparingly: false })
  const askedFor = (wanted: string) => asked.find(({ address }) => address === wanted)
  expect(askedFor('/')).toMatchObject({ cache: 'no-cache' })
  expect(askedFor('/portraits/legal.svg')).toMatchObject({ cache: 'no-cache', integrity: 'sha256-x' })
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
