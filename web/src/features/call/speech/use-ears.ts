import type { CallEngines } from '#contract/vapi.ts'
import { useEffect, useState } from 'react'
import { writeStored } from '../../../lib/local-store.ts'
import type { Stored } from '../../../lib/storage-keys.ts'
import { useStored } from '../../../lib/use-stored.ts'
import { isOn } from '../engine/call-state.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { useCallState } from '../panel/use-call.ts'
import { hasBrowserRecogniser } from './browser-recogniser.ts'
import { listenByBrowser } from './listen-by-browser.ts'

/** Which recogniser listens: the browser's own, which accepts any sentence, or the one on our server. */
export type EarsName = Stored<'ears'>

export interface Ears {
  /** Whether there is a choice: the browser has a recogniser, and the server's own does not accept any sentence. */
  isOffered: boolean
  /** Whether the panel asks for the choice: between calls, until the first one that begins with a choice made. */
  isAsked: boolean
  chosen: EarsName | null
  choose: (ears: EarsName) => void
  /** The recogniser in use; the server's until the person has chosen. */
  listening: EarsName
  /** Why the browser's recogniser failed; the server's is used instead. Otherwise null. */
  failure: string | null
}

/**
 * The caller's choice of recogniser, stored in this browser, and its effect on a call. Sentences recognised by the
 * browser are sent as typed lines, and the microphone is then not sent to our server.
 * @param engines of the deployment; null when they are unknown
 * @param isHeard false while the person does not want to be heard at all
 * @param isBuiltin false for a call on another engine, which has a recogniser of its own
 */
export function useEars(call: VoiceCall, engines: CallEngines | null, { isHeard = true, isBuiltin = true } = {}): Ears {
  const [failure, setFailure] = useState<string | null>(null)
  const chosen = useStored('ears')
  /** Whether the person had chosen before this panel was opened. */
  const [hadChosen] = useState(chosen !== null)
  const state = useCallState(call)
  const isOffered = isBuiltin && hasBrowserRecogniser() && engines?.hearsFreeSpeech === false
  const listening = isOffered && chosen === 'browser' && failure === null ? 'browser' : 'server'
  const byBrowser = isHeard && listening === 'browser' && state.phase === 'live' && state.sound !== 'muted'
  const byServer = isHeard && listening === 'server'

  useEffect(() => {
    // A call requests the microphone itself when it starts, so the choice is applied once it is live.
    if (state.phase !== 'starting') call.setListening(byServer)
  }, [call, byServer, state.phase])
  useEffect(() => (byBrowser ? listenByBrowser(call, setFailure) : undefined), [call, byBrowser])

  return {
    isOffered,
    isAsked: isOffered && !hadChosen && (chosen === null || state.phase === 'idle') && !isOn(state),
    chosen,
    listening,
    failure,
    choose(ears) {
      setFailure(null)
      writeStored('ears', ears)
    },
  }
}
