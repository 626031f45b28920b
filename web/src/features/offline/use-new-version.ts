import { useEffect, useState, useSyncExternalStore } from 'react'
import { watchForNewVersion, type NewVersion } from './new-version.ts'

const NEVER: Pick<NewVersion, 'subscribe' | 'isReady'> = { subscribe: () => () => undefined, isReady: () => false }

/** Registers the service worker once the page has loaded. Null until then, in development, and where there is none. */
let watched: NewVersion | null = null

/** The newer version that can be loaded now, or null. */
export function useNewVersion(): NewVersion | null {
  const [newVersion, setNewVersion] = useState<NewVersion | null>(null)
  const { subscribe, isReady } = newVersion ?? NEVER
  const ready = useSyncExternalStore(subscribe, isReady, NEVER.isReady)

  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
    const start = () => setNewVersion((watched ??= watchForNewVersion(navigator.serviceWorker)))
    // What the page itself needs comes first.
    if (document.readyState === 'complete') {
      start()
      return undefined
    }
    window.addEventListener('load', start, { once: true })
    return () => window.removeEventListener('load', start)
  }, [])

  return ready ? newVersion : null
}
