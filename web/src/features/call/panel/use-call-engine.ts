import type { CallEngine } from '#contract/vapi.ts'
import { useEffect, useMemo, useState } from 'react'
import { isOn } from '../engine/call-state.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { browserVapiDeps, isSupplied } from '../vapi/browser-vapi-deps.ts'
import { useCallEngines } from '../vapi/use-call-engines.ts'
import { useCall } from './use-call.ts'

/** The choice of engine in a panel; null when there is only one. */
export interface EngineSwitch {
  engine: CallEngine
  choose: (engine: CallEngine) => void
  /** True when the person has to enter a key and an assistant id. */
  asksForKeys: boolean
}

/** A call with this assistant, on the engine preferred by the deployment or chosen by the person. */
export function useCallEngine(id: string, isOwn = false): { call: VoiceCall; engineSwitch: EngineSwitch | null } {
  const engines = useCallEngines()
  const [engine, setEngine] = useState<CallEngine>('builtin')
  const vapi = engines?.vapi ?? null
  const vapiDeps = useMemo(() => browserVapiDeps(vapi, { id, isOwn }), [vapi, id, isOwn])
  // What Vapi needs is known later than the panel is shown; a call on the built-in engine must not depend on it.
  const call = useCall(engine === 'vapi' ? vapiDeps : null)

  useEffect(() => {
    // A call that has already begun keeps its engine. Own assistants stay on the built-in engine, since only it
    // supports their forms and figures.
    if (engines?.preferred === 'vapi' && !isOwn && !isOn(call.state())) setEngine('vapi')
    // oxlint-disable-next-line react/exhaustive-deps -- only when the deployment has told
  }, [engines])
  useEffect(() => {
    // Loaded in advance, before the button is pressed. A failure is reported when the call starts.
    if (engine === 'vapi') vapiDeps.loadSdk().catch(() => undefined)
  }, [engine, vapiDeps])

  if (vapi === null || (isOwn && !vapi.carriesOwn)) return { call, engineSwitch: null }
  return {
    call,
    engineSwitch: { engine, choose: setEngine, asksForKeys: engine === 'vapi' && !isSupplied(vapi, { id, isOwn }) },
  }
}
