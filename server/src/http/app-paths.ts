import { SCREENS } from '#contract/screens.ts'

const APP_PATHS = SCREENS.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))

/**
 * Whether an address (without its query) is one of the site's screens (contract/src/screens.ts). Any other page address
 * answers 404 with the not-found screen.
 */
export function isAppPath(path: string): boolean {
  const address = path === '/' ? path : path.replace(/\/$/, '')
  return APP_PATHS.some((pattern) => pattern.test(address))
}
