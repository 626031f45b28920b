import type { CallEngines } from '#contract/vapi.ts'
import { useEffect, useState } from 'react'
import { api, reading } from '../../../lib/api.ts'

/** A panel does not wait longer for what it can do without. */
const ANSWERED_WITHIN_MS = 4_000

const loadCallEngines = reading(api.api['call-engines'], {}).queryFn

/**
 * The engines that this deployment offers. Undefined until the server has answered: a panel is shown after that, so that
 * its questions do not move the button under the pointer. Null without an answer: the built-in engine is used with the
 * server's recogniser, which need no settings.
 */
export function useCallEngines(): CallEngines | null | undefined {
  const [engines, setEngines] = useState<CallEngines | null>()
  useEffect(() => {
    const abort = new AbortController()
    const leave = () => {
      abort.abort()
      clearTimeout(patience)
    }
    const settle = (known: CallEngines | null) => {
      leave()
      setEngines(known)
    }
    const patience = setTimeout(() => settle(null), ANSWERED_WITHIN_MS)
    loadCallEngines(abort).then(settle, () => (abort.signal.aborted ? undefined : settle(null)))
    return leave
  }, [])
  return engines
}
