import type { CallEngines } from '#contract/vapi.ts'
import { useEffect, useState } from 'react'
import { api, reading } from '../../../lib/api.ts'
import { prepareStored } from '../../../lib/local-store.ts'

/**
 * The engines that this deployment offers.
 * @throws ApiProblem with the server's message
 */
export const loadCallEngines = reading(api.api['call-engines'], {}).queryFn

/**
 * The engines that this deployment offers, once they and the stored choices can be read. Without an answer it stays null:
 * the built-in engine is used with the server's recogniser, which need no settings.
 * @param isWanted false to ask for nothing
 */
export function useCallEngines(isWanted = true): CallEngines | null {
  const [engines, setEngines] = useState<CallEngines | null>(null)
  useEffect(() => {
    if (!isWanted) return
    const abort = new AbortController()
    Promise.all([loadCallEngines(abort), prepareStored()]).then(
      ([loaded]) => setEngines(loaded),
      () => undefined,
    )
    return () => abort.abort()
  }, [isWanted])
  return engines
}
