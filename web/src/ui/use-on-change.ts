import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls back after the value has changed, and not for its first one. */
export function useOnChange(value: string, callback: () => void) {
  const onChange = useEffectEvent(callback)
  const known = useRef(value)
  useEffect(() => {
    if (known.current === value) return
    known.current = value
    onChange()
  }, [value])
}
