import { useEffect, useState, useSyncExternalStore } from 'react'
import { whenCalm } from '../../lib/when-calm.ts'
import { watchForNewVersion, type NewVersion } from './new-version.ts'

const NEVER: Pick<NewVersion, 'subscribe' | 'isReady'> = { subscribe: () => () => undefined, isReady: () => false }

/** Filling its cache takes network and processor for seconds, so the worker waits until the visit has settled. */
const CALM_MS = 3000

/** Registers the service worker once the page is calm. Null until then, in development, and where there is none. */
let watched: NewVersion | null = null

/** The newer version that can be loaded now, or null. */
export function useNewVersion(): NewVersion | null {
  const [newVersion, setNewVersion] = useState<NewVersion | null>(null)
  const { subscribe, isReady } = newVersion ?? NEVER
  const ready = useSyncExternalStore(subscribe, isReady, NEVER.isReady)

  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
    return whenCalm(() => setNewVersion((watched ??= watchForNewVersion(navigator.serviceWorker))), CALM_MS)
  }, [])

  return ready ? newVersion : null
}
