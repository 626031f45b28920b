import { useEffect, useEffectEvent } from 'react'

/** Of the HTML standard; TypeScript's own types do not know it yet. */
declare const CloseWatcher: (new () => EventTarget & { destroy(): void }) | undefined

/** Where the system has a gesture or button for going back, as on Android, it closes what is open and not the page. */
export function useCloseByBack(open: boolean, close: () => void): void {
  const onBack = useEffectEvent(close)
  useEffect(() => {
    if (!open || typeof CloseWatcher === 'undefined') return undefined
    const watcher = new CloseWatcher()
    watcher.addEventListener('close', () => onBack())
    return () => watcher.destroy()
  }, [open])
}
