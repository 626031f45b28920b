/** The addresses of the site's screens (web/src/routes). Any other page address answers 404 with the not-found screen. */
const APP_PATHS: ReadonlySet<string> = new Set(['/', '/pricing', '/auth', '/reset-password'])

export function isAppPath(path: string): boolean {
  return APP_PATHS.has(path === '/' ? path : path.replace(/\/$/, ''))
}
