import { embeddedAssistant } from '#contract/embed.ts'
import { FALLBACK_PAGE, isScreenPath, isServerPath } from '#contract/screens.ts'
import { cacheKey, type KeptList } from './kept-list.ts'

/** What the service worker considers about a request. */
interface RequestFacts {
  method: string
  /** `Request.mode`; `navigate` for pages. */
  mode: string
  url: string
  hasRange: boolean
}

export type Answer =
  /** Not handled by the worker: the API, event streams, audio, other sites and all unknown addresses. */
  | { from: 'browser' }
  | { from: 'kept-file'; key: string }
  /** A screen of the site, in the worker's own version. */
  | { from: 'kept-page'; page: string }
  /** A page address that is not a screen: answered by the server, or by the fallback page when offline. */
  | { from: 'server-or-page'; page: string }

const BROWSER: Answer = { from: 'browser' }

export function answerFor(request: RequestFacts, siteOrigin: string, kept: KeptList): Answer {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || request.hasRange || origin !== siteOrigin || isServerPath(pathname)) {
    return BROWSER
  }
  // Always from the server, whose headers say which sites may frame the page at the moment.
  if (embeddedAssistant(pathname) !== undefined) return BROWSER
  if (request.mode === 'navigate') return answerForPage(pathname, kept)
  if (kept.assets.includes(pathname) || pathname.startsWith('/assets/') || Object.hasOwn(kept.files, pathname)) {
    return { from: 'kept-file', key: cacheKey(pathname, kept) }
  }
  return BROWSER
}

function answerForPage(pathname: string, { pages }: KeptList): Answer {
  const address = pathname === '/' ? pathname : pathname.replace(/\/$/, '')
  if (pages.includes(address)) return { from: 'kept-page', page: address }
  if (isScreenPath(address)) return { from: 'kept-page', page: FALLBACK_PAGE }
  // A picture or a text file opened on its own is not a page.
  return /\.\w+$/.test(address) ? BROWSER : { from: 'server-or-page', page: FALLBACK_PAGE }
}
