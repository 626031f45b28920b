/** The addresses of the site, in one list for the server's routing, prerendering, the sitemap and `robots.txt`. */

interface Screen {
  /** A path as in web/src/routes.ts; `:name` stands for exactly one part of the address. */
  path: string
  /**
   * Whether the page is prerendered, listed in the sitemap and open to search engines. Other pages ask not to be
   * indexed.
   */
  isPublic: boolean
}

export const SCREENS: readonly Screen[] = [
  { path: '/', isPublic: true },
  { path: '/pricing', isPublic: true },
  { path: '/contact', isPublic: true },
  { path: '/privacy', isPublic: true },
  { path: '/terms', isPublic: true },
  { path: '/responsible-ai', isPublic: true },
  { path: '/auth', isPublic: false },
  { path: '/reset-password', isPublic: false },
  { path: '/confirm-email', isPublic: false },
  { path: '/claim', isPublic: false },
  { path: '/checkout/:priceId', isPublic: false },
  { path: '/account', isPublic: false },
  { path: '/assistants', isPublic: false },
  { path: '/assistants/:id', isPublic: false },
  { path: '/assistants/:id/:tab', isPublic: false },
  { path: '/connections', isPublic: false },
  // The page of an own assistant allows indexing once the assistant is live.
  { path: '/a/:slug', isPublic: false },
  { path: '/crm', isPublic: false },
  // Shown in a frame on other sites.
  { path: '/embed/:assistant', isPublic: false },
]

export const PUBLIC_PATHS: readonly string[] = SCREENS.filter(({ isPublic }) => isPublic).map(({ path }) => path)

const SCREEN_PATTERNS = SCREENS.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))

/** Whether an address, without its query, is a screen; a trailing slash is ignored. Other addresses answer 404. */
export function isScreenPath(path: string): boolean {
  const address = path === '/' ? path : path.replace(/\/$/, '')
  return SCREEN_PATTERNS.some((pattern) => pattern.test(address))
}

/**
 * The canonical address of a screen for an address with other letter case or superfluous slashes. Null when the address
 * is not that of a screen, such as the address of a file.
 */
export function screenAddress(path: string): string | null {
  const parts = path.split('/').filter((part) => part !== '')
  for (const screen of SCREENS) {
    const names = screen.path.split('/').filter((name) => name !== '')
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
