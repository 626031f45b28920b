/** The addresses of the site, in one list for the server's routing, prerendering, the sitemap and `robots.txt`. */

/** Prerendered, listed in the sitemap and open to search engines. The pages of all other screens ask not to be indexed. */
export const PUBLIC_PATHS: readonly string[] = ['/', '/pricing', '/contact', '/privacy', '/terms', '/responsible-ai']

/** All screens, by their paths in web/src/routes.ts; `:name` stands for exactly one part of the address. */
export const SCREEN_PATHS: readonly string[] = [
  ...PUBLIC_PATHS,
  '/auth',
  '/reset-password',
  '/confirm-email',
  '/claim',
  '/checkout/:priceId',
  '/account',
  '/assistants',
  '/assistants/:id',
  '/assistants/:id/:tab',
  '/connections',
  // The page of an own assistant allows indexing once the assistant is live.
  '/a/:slug',
  '/crm',
  // Shown in a frame on other sites.
  '/embed/:assistant',
]

/** Whether an address, without its query, is a screen; a trailing slash is ignored. Other addresses answer 404. */
export function isScreenPath(path: string): boolean {
  return screenAddress(path) === (path === '/' ? path : path.replace(/\/$/, ''))
}

/**
 * The canonical address of a screen for an address with other letter case or superfluous slashes. Null when the address
 * is not that of a screen, such as the address of a file.
 */
export function screenAddress(path: string): string | null {
  const parts = path.split('/').filter((part) => part !== '')
  for (const screen of SCREEN_PATHS) {
    const names = screen.split('/').filter((name) => name !== '')
    const isMeant = names.every((name, at) => name.startsWith(':') || name === parts[at]?.toLowerCase())
    if (names.length === parts.length && isMeant) {
      return `/${names.map((name, at) => (name.startsWith(':') ? parts[at] : name)).join('/')}`
    }
  }
  return null
}

/** Whether an address, without its query, is reserved for the server: no page or static file may have it. */
export function isServerPath(path: string): boolean {
  return /^\/(api|v1|dev|sandbox)(\/|$)/.test(path)
}

/** The HTML file served for screens that are not prerendered; React Router renders them in the browser. */
export const FALLBACK_PAGE = '/__spa-fallback.html'

/**
 * A placeholder for the site's origin in prerendered pages, since the origin is unknown at build time. The server
 * replaces it with `PUBLIC_URL`.
 */
export const BUILD_ORIGIN = 'https://public-origin.invalid'
