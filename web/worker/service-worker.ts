import { answerFor, type Answer } from './answer-for.ts'
import { fillCache, findFile, findPage, forgetEarlierVersions, refreshPage } from './kept-files.ts'
import type { KeptList } from './kept-list.ts'
import { PAGE_LOADED, TAKE_OVER } from './messages.ts'

// The reasons for this design are in docs/decisions/0007-a-new-version-is-offered.md.

declare const self: ServiceWorkerGlobalScope
/** Inserted by the build. */
declare const KEPT_LIST: KeptList

const kept = KEPT_LIST

self.addEventListener('install', (event) => {
  // Does not call `skipWaiting`: a new worker waits until the person accepts it or the last page of the old version is
  // closed.
  event.waitUntil(fillCache(kept, { sparingly: savesData() }))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), forgetEarlierIfUnused(0)]))
})

self.addEventListener('message', (event) => {
  if (event.data === TAKE_OVER) event.waitUntil(self.skipWaiting())
  // The page that sends this was loaded by this worker. If it is the only page, no page needs an earlier version.
  if (event.data === PAGE_LOADED) event.waitUntil(forgetEarlierIfUnused(1))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url, headers } = event.request
  const answer = answerFor({ method, mode, url, hasRange: headers.has('Range') }, self.location.origin, kept)
  // Without `respondWith`, the browser handles the request as if there were no worker.
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

/** @param ownPages the number of open pages known to be of this version */
async function forgetEarlierIfUnused(ownPages: number): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.length <= ownPages) await forgetEarlierVersions(kept)
}

function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}
