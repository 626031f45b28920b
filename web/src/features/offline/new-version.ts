import { PAGE_LOADED, TAKE_OVER } from '../../../worker/messages.ts'
import { createListeners } from '../../lib/listeners.ts'

const WORKER_ADDRESS = '/sw.js'
/** Pages that stay open check for a new version when their tab gets the focus, at most this often. */
const ASK_EVERY_MS = 60 * 60 * 1000

export type NewVersion = ReturnType<typeof watchForNewVersion>

/**
 * Registers the service worker and watches for newer ones. A page never updates by itself: it reloads only when the
 * person accepts the new version, here or in another tab.
 * @param loadedBy the worker that controlled this page when it was loaded, if any
 */
export function watchForNewVersion(container: ServiceWorkerContainer, loadedBy: ServiceWorker | null) {
  const listeners = createListeners()
  let ready = false
  let accepted = false
  let registration: ServiceWorkerRegistration | null = null

  const setReady = (value: boolean) => {
    if (ready === value) return
    ready = value
    listeners.tell()
  }

  const activateNewest = () => {
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
    // A page without a controller was loaded from the server, so it is already the newest version.
    if (found.waiting !== null && container.controller !== null) setReady(true)
    found.addEventListener('updatefound', () => {
      const worker = found.installing
      worker?.addEventListener('statechange', () => {
        if (worker.state !== 'installed') return
        // A newer worker was installed after the person had accepted the previous one, so this one is activated
        // instead.
        if (accepted) activateNewest()
        else if (container.controller !== null) setReady(true)
      })
    })
    let askedAtMs = Date.now()
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || Date.now() - askedAtMs < ASK_EVERY_MS) return
      askedAtMs = Date.now()
      // The check failed, probably without a connection; it is repeated later.
      found.update().catch(() => undefined)
    })
  }

  // Another tab may have let a new version in before this page began to watch.
  if (loadedBy !== null && container.controller !== loadedBy) setReady(true)
  let hadController = container.controller !== null
  container.addEventListener('controllerchange', () => {
    // The very first worker takes control of a page of its own version. A later one was accepted in another tab.
    if (hadController) setReady(true)
    hadController = true
  })
  container
    .register(WORKER_ADDRESS, { updateViaCache: 'none' })
    .then(watch)
    // oxlint-disable-next-line no-console -- the site works without; the reason should be findable
    .catch((error: unknown) => console.warn('The service worker could not be registered:', error))

  return {
    /** Whether a newer version than this page's is ready to be loaded. */
    isReady: () => ready,
    subscribe: listeners.add,
    /** Hides the offer until another version arrives or the page is reloaded. */
    dismiss: () => setReady(false),
    /** Activates the new version and reloads the page with it. */
    accept: (): void => {
      accepted = true
      activateNewest()
    },
  }
}
