/** The addresses of the site: one list for the server's answers, the prerendered pages, the sitemap and `robots.txt`. */

export interface Screen {
  /** As in web/src/routes.ts; `:name` stands for exactly one part of the address. */
  path: string
  /** Prerendered, in the sitemap, and meant for search engines. The others ask not to be indexed. */
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
  // The page of an own assistant admits search engines once it is open to all.
  { path: '/a/:slug', isPublic: false },
  { path: '/crm', isPublic: false },
  // In a frame on other sites.
  { path: '/embed/:assistant', isPublic: false },
]

export const PUBLIC_PATHS: readonly string[] = SCREENS.filter(({ isPublic }) => isPublic).map(({ path }) => path)

const SCREEN_PATTERNS = SCREENS.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))

/** Whether an address (without its query; a last slash counts for nothing) is a screen. All others are not found. */
export function isScreenPath(path: string): boolean {
  const address = path === '/' ? path : path.replace(/\/$/, '')
  return SCREEN_PATTERNS.some((pattern) => pattern.test(address))
}

/**
 * The one address of the screen that is meant by an address in other letters or with slashes too many. Null where no
 * screen is meant, as in the address of a file.
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

/** Whether an address (without its query) is the server's alone: no page, and no file of the site, ever lies there. */
export function isServerPath(path: string): boolean {
  return /^\/(api|v1|dev|sandbox)(\/|$)/.test(path)
}

/** React Router's page for screens that are not prerendered; scripts take over from there. */
export const FALLBACK_PAGE = '/__spa-fallback.html'

/**
 * Stands for the site's own address in pages that are built before their address is known. The server
 * puts `PUBLIC_URL` in its place.
 */
export const BUILD_ORIGIN = 'https://public-origin.invalid'
