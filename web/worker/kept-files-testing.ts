import { vi } from 'vitest'
import type { KeptList } from './kept-list.ts'

export const LIST: KeptList = {
  build: 'b2',
  pageMark: 'manifest-2.js',
  pages: ['/'],
  assets: ['/assets/a-2.js'],
  files: {},
}

/** Replaces the browser's caches and network until the test is over. */
export function replaceCachesAndNetwork() {
  /** The names of the caches, in the order in which they were made, with the responses in each. */
  const kept = new Map<string, Map<string, Response>>()
  const answers: Record<string, Response> = {
    '/': new Response('<script src="manifest-2.js">'),
    '/assets/a-2.js': new Response('a'),
  }
  const asked: ({ address: string } & RequestInit)[] = []
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
  vi.stubGlobal('Request', function request(this: object, address: string, options: RequestInit = {}) {
    Object.assign(this, { address, ...options })
  })
  vi.stubGlobal('fetch', async (request: { address: string } & RequestInit) => {
    asked.push(request)
    const answer = answers[request.address]
    if (answer === undefined) throw new TypeError('Failed to fetch')
    return answer
  })
  return { kept, answers, asked }
}
