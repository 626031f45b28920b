import { useEffect, useState } from 'react'
import { prepareStored, readStored, writeStored } from '../../../lib/local-store.ts'
import type { Stored } from '../../../lib/storage-keys.ts'
import { useStored } from '../../../lib/use-stored.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { useCallState } from '../panel/use-call.ts'
import { loadCallEngines } from '../vapi/request-vapi-call.ts'
import { hasBrowserRecogniser } from './browser-recogniser.ts'
import { listenByBrowser } from './listen-by-browser.ts'

/** Who listens: the browser's own recogniser, which takes any sentence, or the one on our server. */
export type EarsName = Stored<'ears'>

export interface Ears {
  /** There is something to choose: the browser has a recogniser, and the server's own does not take any sentence. */
  isOffered: boolean
  /** The person had not chosen before this panel opened. */
  isAsked: boolean
  chosen: EarsName | null
  choose: (ears: EarsName) => void
  /** Who listens now. Until the person has chosen, the server, to which the page belongs. */
  listening: EarsName
  /** Why the browser's gave up, and the server's listens instead. */
  failure: string | null
}

type Question = 'unknown' | 'not-offered' | 'asked' | 'answered-before'

/**
 * The caller's choice of ears, which is remembered in this browser, and its effect on a call: sentences that the browser
 * recognises go into the call as typed lines, and meanwhile the microphone does not go to our server.
 * @param isHeard false while the person does not want to be heard at all
 * @param isBuiltin false for a call on another engine, which has ears of its own
 */
export function useEars(call: VoiceCall, { isHeard = true, isBuiltin = true } = {}): Ears {
  const [question, setQuestion] = useState<Question>('unknown')
  const [failure, setFailure] = useState<string | null>(null)
  const chosen = useStored('ears')
  const state = useCallState(call)
  const isOffered = isBuiltin && (question === 'asked' || question === 'answered-before')
  const listening = isOffered && chosen === 'browser' && failure === null ? 'browser' : 'server'
  const byBrowser = isHeard && listening === 'browser' && state.phase === 'live' && state.sound !== 'muted'
  const byServer = isHeard && listening === 'server'

  useEffect(() => {
    if (!hasBrowserRecogniser()) return
    const abort = new AbortController()
    Promise.all([loadCallEngines(abort.signal), prepareStored()]).then(
      ([{ hearsFreeSpeech }]) => {
        if (hearsFreeSpeech) setQuestion('not-offered')
        else setQuestion(readStored('ears') === null ? 'asked' : 'answered-before')
      },
      // The server's ears need none of it.
      () => undefined,
    )
    return () => abort.abort()
  }, [])
  useEffect(() => {
    // A call that is starting asks for the microphone itself; it is told once it is live.
    if (state.phase !== 'starting') call.setListening(byServer)
  }, [call, byServer, state.phase])
  useEffect(() => (byBrowser ? listenByBrowser(call, setFailure) : undefined), [call, byBrowser])

  return {
    isOffered,
    isAsked: isOffered && question === 'asked',
    chosen,
    listening,
    failure,
    choose(ears) {
      setFailure(null)
      writeStored('ears', ears)
    },
  }
}
