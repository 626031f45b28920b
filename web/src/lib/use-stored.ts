import { useCallback, useSyncExternalStore } from 'react'
import { onStoredChange, readStored } from './local-store.ts'
import type { Stored, StoredName } from './storage-keys.ts'

/**
 * A stored value; the component re-renders when it changes, in this tab or another. Null while the page is prerendered.
 */
export function useStored<Name extends StoredName>(name: Name): Stored<Name> | null {
  const subscribe = useCallback((listener: () => void) => onStoredChange(name, listener), [name])
  return useSyncExternalStore(
    subscribe,
    () => readStored(name),
    () => null,
  )
}
