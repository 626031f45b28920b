import { clsx } from 'clsx'
import X from 'lucide-react/icons/x'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { whenCalm } from '../../lib/when-calm.ts'
import { watchForNewVersion, type NewVersion } from './new-version.ts'

const OFFLINE_TEXT = 'You are offline. Pages you have seen work; talking needs a connection.'
const NEW_VERSION_TEXT = 'A new version of Voxhall is ready.'

// On phones a strip at the bottom; elsewhere a card in the corner, low and narrow enough to leave the hero's buttons
// free even when it shows both notices.
const PLATE =
  // Above dialogs, whose backdrop would hide it, and clickable while a dialog blocks the rest of the page.
  'pointer-events-auto fixed inset-x-0 bottom-0 z-60 flex animate-rise flex-col justify-center divide-y divide-line border-t border-line ' +
  'bg-raised pb-[env(safe-area-inset-bottom)] text-sm leading-snug md:right-auto md:bottom-2.5 md:left-8 md:min-h-13 ' +
  'md:max-w-[calc(100%-4rem)] md:rounded-card md:border md:pb-0 md:text-[0.9375rem] md:shadow-raised xl:flex-row xl:items-center xl:divide-x xl:divide-y-0 ' +
  'print:hidden'

interface SiteNoticesProps {
  /** True when a call may be on: a new version is not offered then. */
  isBusy: boolean
}

/** The notices at the bottom of every screen: offline, and new version. Registers the service worker. */
export function SiteNotices({ isBusy }: SiteNoticesProps) {
  const isOnline = useConnection()
  const newVersion = useNewVersion()
  const offered = isBusy ? null : newVersion

  return (
    // Always rendered: when a dialog opens, it hides everything from screen readers except the live regions that exist
    // by then.
    <div aria-live="polite">
      {isOnline && offered === null ? null : (
        <div ref={keepDialogsAbove} data-site-notice className={PLATE}>
          {offered === null ? null : (
            <section aria-label="New version" className="flex items-center gap-x-2 py-0.5 pr-1 pl-4">
              <p className="mr-auto xl:mr-2">
                <Announcement text={NEW_VERSION_TEXT} />
              </p>
              <button type="button" className={buttonClass({ kind: 'ink', size: 'dense' })} onClick={offered.accept}>
                Reload
              </button>
              <button
                type="button"
                aria-label="Not now"
                className="grid size-10 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-sunk hover:text-ink"
                onClick={offered.dismiss}
              >
                <X aria-hidden className="size-5" />
              </button>
            </section>
          )}
          {isOnline ? null : (
            <p className={clsx('px-4 py-1.5 xl:py-1', offered === null || 'xl:max-w-82 xl:text-balance')}>
              <Announcement text={OFFLINE_TEXT} />
            </p>
          )}
        </div>
      )}
    </div>
  )
}

/** Reserves room at the bottom of dialogs, so that the notice covers none of their buttons. */
function keepDialogsAbove(plate: HTMLElement | null): (() => void) | undefined {
  if (plate === null) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    style.setProperty('--site-notice', `${window.innerHeight - plate.offsetTop}px`)
  })
  observer.observe(plate)
  return () => {
    observer.disconnect()
    style.removeProperty('--site-notice')
  }
}

/** Screen readers announce a live region when its text changes, so the text is set after the region was rendered. */
function Announcement({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const frame = requestAnimationFrame(() => setSaid(text))
    return () => cancelAnimationFrame(frame)
  }, [text])
  return <span role="status">{said}</span>
}

function onConnection(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** False when the browser knows that it is offline. True is no proof of a connection. */
function useConnection(): boolean {
  return useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  )
}

const NEVER: Pick<NewVersion, 'subscribe' | 'isReady'> = { subscribe: () => () => undefined, isReady: () => false }

/** Filling the worker's cache takes network and processor for seconds, so it waits until the page is idle. */
const CALM_MS = 3000

/**
 * Registers the service worker once the page is idle. Null before that, in development, and in browsers without service
 * workers.
 */
let watched: NewVersion | null = null

/** A newer version that is ready to be loaded, or null. */
function useNewVersion(): NewVersion | null {
  const [newVersion, setNewVersion] = useState<NewVersion | null>(null)
  const { subscribe, isReady } = newVersion ?? NEVER
  const ready = useSyncExternalStore(subscribe, isReady, NEVER.isReady)

  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
    const { serviceWorker } = navigator
    const loadedBy = serviceWorker.controller
    return whenCalm(() => setNewVersion((watched ??= watchForNewVersion(serviceWorker, loadedBy))), CALM_MS)
  }, [])

  return ready ? newVersion : null
}
