import type { CallEngine, CallEngines } from '#contract/vapi.ts'
import { useEffect, useMemo, useState } from 'react'
import type { VoiceCall } from '../engine/voice-call.ts'
import { browserVapiDeps, isSupplied } from '../vapi/browser-vapi-deps.ts'
import { useCall } from './use-call.ts'

/** The choice of engine in a panel; null when there is only one. */
export interface EngineSwitch {
  engine: CallEngine
  choose: (engine: CallEngine) => void
  /** True when the person has to enter a key and an assistant id. */
  asksForKeys: boolean
}

/**
 * A call with this assistant, on the engine preferred by the deployment or chosen by the person.
 * @param engines of the deployment; null or undefined while they are unknown
 */
export function useCallEngine(
  engines: CallEngines | null | undefined,
  id: string,
  isOwn = false,
): { call: VoiceCall; engineSwitch: EngineSwitch | null } {
  const [chosen, choose] = useState<CallEngine | null>(null)
  // Own assistants begin on the built-in engine, since only it supports their forms and figures.
  const engine = chosen ?? (isOwn ? 'builtin' : (engines?.preferred ?? 'builtin'))
  const vapi = engines?.vapi ?? null
  const vapiDeps = useMemo(() => browserVapiDeps(vapi, { id, isOwn }), [vapi, id, isOwn])
  const call = useCall(engine === 'vapi' ? vapiDeps : null)

  useEffect(() => {
    // Loaded in advance, before the button is pressed. A failure is reported when the call starts.
    if (engine === 'vapi') vapiDeps.loadSdk().catch(() => undefined)
  }, [engine, vapiDeps])

  if (vapi === null || (isOwn && !vapi.carriesOwn)) return { call, engineSwitch: null }
  return {
    call,
    engineSwitch: { engine, choose, asksForKeys: engine === 'vapi' && !isSupplied(vapi, { id, isOwn }) },
  }
}
