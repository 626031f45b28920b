import { answerFor, type Answer } from './answer-for.ts'
import { fillCache, findFile, findPage, forgetEarlierVersions, refreshPage } from './kept-files.ts'
import type { KeptList } from './kept-list.ts'
import { PAGE_LOADED, TAKE_OVER } from './messages.ts'

// docs/decisions/0007-a-new-version-is-offered.md says why it is as it is.

declare const self: ServiceWorkerGlobalScope
/** Written in by the build. */
declare const KEPT_LIST: KeptList

const kept = KEPT_LIST

self.addEventListener('install', (event) => {
  // Nothing is skipped here: a worker that follows another one waits until the person, or the last page, lets it in.
  event.waitUntil(fillCache(kept, { sparingly: savesData() }))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), forgetEarlierIfUnused(0)]))
})

self.addEventListener('message', (event) => {
  if (event.data === TAKE_OVER) event.waitUntil(self.skipWaiting())
  // The page that says so was loaded under this worker; when it is the only one, no page needs an earlier version.
  if (event.data === PAGE_LOADED) event.waitUntil(forgetEarlierIfUnused(1))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url, headers } = event.request
  const answer = answerFor({ method, mode, url, hasRange: headers.has('Range') }, self.location.origin, kept)
  // Left alone, the browser handles it as if there were no worker.
  if (answer.from !== 'browser') event.respondWith(respond(event, answer))
})

async function respond(event: FetchEvent, answer: Exclude<Answer, { from: 'browser' }>): Promise<Response> {
  switch (answer.from) {
    case 'kept-file':
      return (await findFile(answer.key, kept)) ?? fetch(event.request)
    case 'kept-page': {
      const page = await findPage(answer.page, kept)
      if (page === undefined) return fetch(event.request)
      event.waitUntil(refreshPage(answer.page, kept))
      return page
    }
    case 'server-or-page': {
      try {
        return await fetch(event.request)
      } catch (error) {
        const page = await findPage(answer.page, kept)
        if (page === undefined) throw error
        return new Response(page.body, { status: 404, headers: page.headers })
      }
    }
  }
}

/** @param ownPages how many open pages are known to be of this version */
async function forgetEarlierIfUnused(ownPages: number): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.length <= ownPages) await forgetEarlierVersions(kept)
}

function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}
