import { cacheKey, type KeptList } from './kept-list.ts'

/**
 * The cached files of one version, in a cache of its own. A worker never changes the cache of another version: an old
 * page that is still open finds its scripts in its old cache until that cache is deleted.
 */

const PREFIX = 'voxhall-'
/**
 * The number of parallel requests: enough to use the connection, few enough to leave room for the visitor's own
 * requests.
 */
const AT_ONCE = 4

function cacheName({ build }: KeptList): string {
  return PREFIX + build
}

/**
 * Caches all files of the list, or none. Files that an earlier version has cached are copied.
 * @param options.sparingly leaves out the pictures, for people whose browser asks to save data
 * @throws when a file is missing or belongs to another version, as during a deployment
 */
export async function fillCache(list: KeptList, options: { sparingly: boolean }): Promise<void> {
  const cache = await caches.open(cacheName(list))
  const files = Object.entries(list.files).filter(([address]) => !options.sparingly || !/\.(svg|png)$/.test(address))
  const waiting: (() => Promise<void>)[] = [
    ...list.pages.map((address) => async () => cache.put(address, await fetchPage(address, list))),
    ...list.assets.map((address) => () => fill(cache, address, new Request(address, { priority: 'low' }))),
    ...files.map(
      ([address, integrity]) =>
        () =>
          fill(cache, cacheKey(address, list), new Request(address, { cache: 'no-cache', integrity, priority: 'low' })),
    ),
  ]
  const fetchWaiting = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchWaiting))
}

async function fill(cache: Cache, key: string, request: Request): Promise<void> {
  const known = await caches.match(key)
  await cache.put(key, known ?? accepted(await fetch(request)))
}

async function fetchPage(address: string, list: KeptList): Promise<Response> {
  const response = accepted(await fetch(new Request(address, { cache: 'no-cache', priority: 'low' })))
  const text = await response.clone().text()
  if (!text.includes(list.pageMark)) throw new Error(`${address} is of another version`)
  return response
}

function accepted(response: Response): Response {
  if (response.status !== 200 || response.redirected) throw new Error(`${response.url} answered ${response.status}`)
  return response
}

/** Finds a file in this version's cache, or else in that of an earlier version whose page is still open. */
export async function findFile(key: string, list: KeptList): Promise<Response | undefined> {
  return (
    (await caches.match(key, { cacheName: cacheName(list), ignoreVary: true })) ??
    caches.match(key, { ignoreVary: true })
  )
}

export async function findPage(address: string, list: KeptList): Promise<Response | undefined> {
  return caches.match(address, { cacheName: cacheName(list), ignoreVary: true })
}

/** Updates the headers of a cached page, since the server's security policy may change without a new build. */
export async function refreshPage(address: string, list: KeptList): Promise<void> {
  // Without a connection, or when the server has another version already, the cached copy stays.
  const response = await fetchPage(address, list).catch(() => null)
  if (response !== null) await (await caches.open(cacheName(list))).put(address, response)
}

/**
 * Deletes the caches of earlier versions. Caches of later versions, which may be filling now, come later in the order
 * of keys.
 */
export async function forgetEarlierVersions(list: KeptList): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  const earlier = ours.slice(0, Math.max(0, ours.indexOf(cacheName(list))))
  await Promise.all(earlier.map((name) => caches.delete(name)))
}
