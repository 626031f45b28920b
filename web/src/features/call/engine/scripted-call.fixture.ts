import { createVoiceCall } from './create-voice-call.ts'
import type { EngineEvent } from './call-state.ts'
import type { VoiceCall } from './voice-call.ts'

/** A call whose engine events are sent by the test, and which records what it was told. */
export interface ScriptedCall {
  call: VoiceCall
  report: (...events: EngineEvent[]) => void
  /** Lines that were typed, or recognised by the browser. */
  sent: string[]
  /** The values of submitted forms. */
  submitted: Readonly<Record<string, string>>[]
  /** Whether the microphone is sent to our server. */
  isHeardByServer: () => boolean
}

export function createScriptedCall(): ScriptedCall {
  const sent: string[] = []
  const submitted: ScriptedCall['submitted'] = []
  let reportOne: ((event: EngineEvent) => void) | null = null
  const nothing = () => undefined
  const call = createVoiceCall(({ report }) => {
    reportOne = report
    return {
      sendText: (_, text) => void sent.push(text),
      submitForm: (_, values) => void submitted.push(values),
      dismissForm: nothing,
      mouth: () => ({ kind: 'closed' }),
      wave: (into) => into.fill(0),
      applySound: nothing,
      retryMicrophone: nothing,
      interrupt: nothing,
      close: nothing,
    }
  })
  return {
    call,
    sent,
    submitted,
    report: (...events) => events.forEach((event) => reportOne?.(event)),
    isHeardByServer: () => call.state().listening,
  }
}
