import { embeddedAssistant } from '#contract/embed.ts'
import { FALLBACK_PAGE, isScreenPath, isServerPath } from '#contract/screens.ts'
import { cacheKey, type KeptList } from './kept-list.ts'

/** What the worker knows of a request before it decides. */
export interface RequestFacts {
  method: string
  /** `Request.mode`: `navigate` for pages. */
  mode: string
  url: string
  hasRange: boolean
}

export type Answer =
  /** As if there were no worker: the API, event streams, sound, other sites and all unknown addresses. */
  | { from: 'browser' }
  | { from: 'kept-file'; key: string }
  /** A screen of the site, in the version that the worker belongs to. */
  | { from: 'kept-page'; page: string }
  /** A page address that is no screen: the server says so, and without a connection the fallback page does. */
  | { from: 'server-or-page'; page: string }

const BROWSER: Answer = { from: 'browser' }

export function answerFor(request: RequestFacts, siteOrigin: string, kept: KeptList): Answer {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || request.hasRange || origin !== siteOrigin || isServerPath(pathname)) {
    return BROWSER
  }
  // Which sites may frame it is the server's to say, each time.
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
  // A picture or a text file that is opened by itself is no page.
  return /\.\w+$/.test(address) ? BROWSER : { from: 'server-or-page', page: FALLBACK_PAGE }
}
