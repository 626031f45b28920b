import { PAGE_LOADED, TAKE_OVER } from '../../../worker/messages.ts'

const WORKER_ADDRESS = '/sw.js'
/** Pages that stay open ask for a new version when they are looked at again, at most this often. */
const ASK_EVERY_MS = 60 * 60 * 1000

export type NewVersion = ReturnType<typeof watchForNewVersion>

/**
 * Registers the service worker and watches for newer ones. A page never changes its version by itself: it is loaded
 * again only when the person says so here, also when they have said so in another tab.
 */
export function watchForNewVersion(container: ServiceWorkerContainer) {
  const listeners = new Set<() => void>()
  let ready = false
  let accepted = false
  let registration: ServiceWorkerRegistration | null = null

  const setReady = (value: boolean) => {
    if (ready === value) return
    ready = value
    for (const listener of listeners) listener()
  }

  const letNewestIn = () => {
    const waiting = registration?.waiting ?? null
    if (waiting === null) {
      window.location.reload()
      return
    }
    waiting.addEventListener('statechange', () => {
      if (waiting.state === 'activated') window.location.reload()
    })
    waiting.postMessage(TAKE_OVER)
  }

  const watch = (found: ServiceWorkerRegistration) => {
    registration = found
    found.active?.postMessage(PAGE_LOADED)
    // Without a controller this page came from the server, and is as new as it can be.
    if (found.waiting !== null && container.controller !== null) setReady(true)
    found.addEventListener('updatefound', () => {
      const worker = found.installing
      worker?.addEventListener('statechange', () => {
        if (worker.state !== 'installed') return
        // It has taken the place of the one that was to be let in.
        if (accepted) letNewestIn()
        else if (container.controller !== null) setReady(true)
      })
    })
    let askedAtMs = Date.now()
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || Date.now() - askedAtMs < ASK_EVERY_MS) return
      askedAtMs = Date.now()
      // No connection, most likely; it is asked again.
      found.update().catch(() => undefined)
    })
  }

  let hadController = container.controller !== null
  container.addEventListener('controllerchange', () => {
    // The first worker of all takes up a page of its own version; a later one was let in from another tab.
    if (hadController) setReady(true)
    hadController = true
  })
  container
    .register(WORKER_ADDRESS, { updateViaCache: 'none' })
    .then(watch)
    // oxlint-disable-next-line no-console -- the site works without; the reason should be findable
    .catch((error: unknown) => console.warn('The service worker could not be registered:', error))

  return {
    /** Whether a newer version than this page's is there to be loaded. */
    isReady: () => ready,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Not now: says nothing more until yet another version comes, or the page is loaded again. */
    dismiss: () => setReady(false),
    /** Lets the new version in, and loads the page in it. */
    accept: (): void => {
      accepted = true
      letNewestIn()
    },
  }
}
