import type { CallEngine, CallEngines } from '#contract/vapi.ts'
import { useEffect, useMemo, useState } from 'react'
import { prepareStored } from '../../../lib/local-store.ts'
import { isOn } from '../engine/call-state.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { browserVapiDeps, isSupplied } from '../vapi/browser-vapi-deps.ts'
import { loadCallEngines } from '../vapi/request-vapi-call.ts'
import { useCall } from './use-call.ts'

/** The engine switch of a panel; null where there is nothing to switch. */
export interface EngineSwitch {
  engine: CallEngine
  choose: (engine: CallEngine) => void
  /** The person must enter a key and an assistant id. */
  asksForKeys: boolean
}

const BUILTIN_ALONE: CallEngines = { preferred: 'builtin', vapi: null, hearsFreeSpeech: false, didAgent: null }

/** A call with this assistant on the engine that the deployment, or the person, prefers. */
export function useCallEngine(id: string, isOwn = false): { call: VoiceCall; engineSwitch: EngineSwitch | null } {
  const [engines, setEngines] = useState(BUILTIN_ALONE)
  const [engine, setEngine] = useState<CallEngine>('builtin')
  const { vapi } = engines
  const vapiDeps = useMemo(() => browserVapiDeps(vapi, { id, isOwn }), [vapi, id, isOwn])
  const call = useCall(engine, vapiDeps)

  useEffect(() => {
    const abort = new AbortController()
    Promise.all([loadCallEngines(abort.signal), prepareStored()]).then(
      ([loaded]) => setEngines(loaded),
      // The built-in engine needs none of it.
      () => undefined,
    )
    return () => abort.abort()
  }, [])
  useEffect(() => {
    // A caller who was quicker and talks already goes on. Own assistants have forms and figures with the built-in engine alone.
    if (engines.preferred === 'vapi' && !isOwn && !isOn(call.state())) setEngine('vapi')
    // oxlint-disable-next-line react/exhaustive-deps -- only when the deployment has told
  }, [engines])
  useEffect(() => {
    // On its way before the button is pressed; a failure shows then.
    if (engine === 'vapi') vapiDeps.loadSdk().catch(() => undefined)
  }, [engine, vapiDeps])

  if (vapi === null || (isOwn && !vapi.carriesOwn)) return { call, engineSwitch: null }
  return {
    call,
    engineSwitch: { engine, choose: setEngine, asksForKeys: engine === 'vapi' && !isSupplied(vapi, { id, isOwn }) },
  }
}
