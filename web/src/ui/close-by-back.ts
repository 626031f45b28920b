import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'

/** The functions that close the open dialogs; the innermost dialog comes last. */
const openDialogs: (() => void)[] = []
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Makes the back button close the innermost dialog instead of leaving the page: see `use-dialog-history.ts`. */
export function useCloseByBack(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close)
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const closeThis = () => onBack()
    const tell = () => {
      for (const listener of listeners) listener()
    }
    openDialogs.push(closeThis)
    tell()
    return () => {
      openDialogs.splice(openDialogs.indexOf(closeThis), 1)
      tell()
    }
  }, [isOpen])
}

export function closeInnermostDialog(): void {
  openDialogs.at(-1)?.()
}

export function useOpenDialogs(): number {
  return useSyncExternalStore(
    subscribe,
    () => openDialogs.length,
    () => 0,
  )
}
