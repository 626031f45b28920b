import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { createListeners } from '../lib/listeners.ts'

/** The functions that close the open dialogs; the innermost dialog comes last. */
const openDialogs: (() => void)[] = []
const listeners = createListeners()

/** Makes the back button close the innermost dialog instead of leaving the page: see `use-dialog-history.ts`. */
export function useCloseByBack(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close)
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const closeThis = () => onBack()
    openDialogs.push(closeThis)
    listeners.tell()
    return () => {
      openDialogs.splice(openDialogs.indexOf(closeThis), 1)
      listeners.tell()
    }
  }, [isOpen])
}

export function closeInnermostDialog(): void {
  openDialogs.at(-1)?.()
}

export function useOpenDialogs(): number {
  return useSyncExternalStore(
    listeners.add,
    () => openDialogs.length,
    () => 0,
  )
}
