import { useEffect } from 'react'
import type { createAutoSaver } from './auto-saver.ts'

type Saver = Pick<ReturnType<typeof createAutoSaver>, 'isDirty' | 'flush'>

/**
 * Saves at once when the page is hidden or left, and when the network is back. Phones close a hidden page without
 * asking, so the delay of the automatic saving must not be pending then. On leaving, the browser also asks first while
 * something is unsaved.
 */
export function useSaveOnLeaving(saver: Saver): void {
  useEffect(() => {
    const abort = new AbortController()
    const saveNow = () => {
      if (saver.isDirty()) void saver.flush()
    }
    const onHidden = () => {
      if (document.visibilityState === 'hidden') saveNow()
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (saver.isDirty()) event.preventDefault()
      saveNow()
    }
    document.addEventListener('visibilitychange', onHidden, abort)
    window.addEventListener('beforeunload', onUnload, abort)
    window.addEventListener('online', saveNow, abort)
    return () => abort.abort()
  }, [saver])
}
