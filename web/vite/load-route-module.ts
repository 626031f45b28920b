/**
 * Replaces React Router's `routeModules` module: see `without-server-data.ts`. As React Router does, it loads the page again
 * when a screen's script cannot be loaded, because a newer version may have been deployed. It does so only once: the script may
 * be missing for longer, without a connection or behind a blocker, and React Router would keep reloading.
 */

interface Route {
  id: string
  module: string
}

/** After this time, another missing script may again be due to a new version. */
const ONCE_IN_MS = 60_000
const RELOADED = 'voxhall.reloaded-for-script'

/**
 * The module of a route, from the cache or by its address. Does not resolve when the page is about to be reloaded.
 * @throws the reason why the script cannot be loaded, if reloading the page has not helped
 */
export async function loadRouteModule(route: Route, cache: Record<string, unknown>): Promise<unknown> {
  if (Object.hasOwn(cache, route.id)) return cache[route.id]
  try {
    const module: unknown = await import(/* @vite-ignore */ route.module)
    cache[route.id] = module
    return module
  } catch (error) {
    if (!mayReload()) throw error
    window.location.reload()
    return new Promise(() => undefined)
  }
}

function mayReload(): boolean {
  try {
    const lastMs = Number(sessionStorage.getItem(RELOADED))
    sessionStorage.setItem(RELOADED, String(Date.now()))
    return Math.abs(Date.now() - lastMs) > ONCE_IN_MS
  } catch {
    // Without storage, the page cannot know whether it was just reloaded.
    return false
  }
}
