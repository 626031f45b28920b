import { availableParallelism } from 'node:os'
import type { AssistantDefinition } from '#contract/assistant.ts'
import { emergencyLinesOf, type EmergencyLines } from '#contract/emergency-lines.ts'
import type { VoicePartsReport } from '#contract/health.ts'
import { withActions } from './actions/action-brain.ts'
import { createKnowledgeBrain } from './brain/knowledge-brain.ts'
import type { CallRecorder } from './call/call-recorder.ts'
import { detectEmergency } from './emergency/detect.ts'
import { withEmergencies } from './emergency/emergency-brain.ts'
import type { VoiceParts } from './call-ports.ts'
import type { SpeechRequest } from './ports.ts'
import { resting } from '../infra/in-slices.ts'
import { createRealtimeServer, type RealtimeServer, type RealtimeServerOptions } from './realtime/realtime-server.ts'
import { createGrammarRecogniser } from './stt/grammar-recogniser.ts'
import { createFliteSynthesiser } from './tts/flite-synthesiser.ts'
import { pronounceWith } from './tts/pronunciation.ts'
import { speakWhole, type WholeSpeech } from './tts/whole-speech.ts'
import type { CircuitChange } from './fallback/circuit.ts'
import { composeParts, type VoicePart, type VoiceVendors } from './voice-parts.ts'
import { createWarmUp } from './warm-up.ts'

interface VoiceEngineOptions extends Omit<RealtimeServerOptions, 'parts'> {
  onFault: VoiceParts['onFault']
  /** The numbers to give in an emergency. */
  emergencyLines?: EmergencyLines | undefined
  /** The parts that vendors provide. */
  vendors?: VoiceVendors | undefined
  /** Called when a vendor's part becomes unavailable, and when it is available again. */
  onVendor?: ((part: VoicePart, change: CircuitChange) => void) | undefined
}

export interface VoiceEngine {
  realtime: RealtimeServer
  /** Resolves once every vendor was checked; takes as long as the slowest check. Never rejects. */
  checked: Promise<void>
  /**
   * Prepares assistants, so that their first calls are as quick as later ones: one at a time, with lower priority than
   * all live calls.
   */
  warm(assistants: readonly AssistantDefinition[]): Promise<void>
  /** Speaks a text outside of calls, on the same threads. Rejects if the synthesiser fails, or with the signal's reason. */
  say(request: SpeechRequest, signal?: AbortSignal): Promise<WholeSpeech>
  /** Which parts are in use now, for the health report. */
  describe(): VoicePartsReport
  close(): Promise<void>
}

/** For first messages and common answers, which are spoken again and again. */
const SPEECH_CACHE_MB = 32

/**
 * Creates the voice engine: recogniser, brain and synthesiser behind the Realtime protocol, either built in or a
 * vendor's with the built-in part as its fallback.
 */
export async function createVoiceEngine(options: VoiceEngineOptions): Promise<VoiceEngine> {
  const workers = Math.max(1, Math.min(4, availableParallelism()))
  // A thread synthesises about fifty seconds of speech in a second and takes 40 MB.
  const synthesiser = await createFliteSynthesiser({ workers: Math.ceil(workers / 2), cacheMb: SPEECH_CACHE_MB })
  const recogniser = createGrammarRecogniser({
    workers,
    pronounce: (words, caller) => pronounceWith((parts) => synthesiser.phonesOf(parts, caller), words),
    onDropped: (grammarId, dropped) =>
      options.onFault(
        undefined,
        'grammar',
        new Error(`${dropped.length} phrases of ${grammarId} cannot be pronounced`),
      ),
  })
  const lines = options.emergencyLines ?? emergencyLinesOf(undefined)
  const builtInBrain = withEmergencies(withActions(createKnowledgeBrain(lines)), { lines, goesOn: true })
  const builtIn = { recogniser, synthesiser, brain: builtInBrain }
  const parts = composeParts(builtIn, options.vendors ?? {}, (...change) => options.onVendor?.(...change))
  const warmUp = createWarmUp(recogniser, synthesiser, (error) => options.onFault(undefined, 'warm-up', error))
  const realtime = createRealtimeServer({
    ...options,
    desk: {
      async admit(token) {
        const admitted = await options.desk.admit(token)
        // Indexing takes 70 ms (300 ms in a fresh server). It is done during the greeting, so that the first question need
        // not wait for it.
        builtInBrain
          .prepare(admitted.assistant)
          .catch((error: unknown) => options.onFault(admitted.callId, 'warm-up', error))
        // A vendor's voice speaks the answers, so preparing them with the built-in one would be useless.
        if (options.vendors?.synthesiser) return admitted
        const ended = new AbortController()
        warmUp.answers(admitted.assistant, admitted.account, ended.signal)
        return { ...admitted, recorder: endingWith(admitted.recorder, ended) }
      },
    },
    // The first answer to an emergency is given here, without asking a model; the model continues, with that answer in
    // its history.
    parts: {
      ...parts,
      brain: withEmergencies(parts.brain, { lines, goesOn: false }),
      onFault: options.onFault,
    },
  })
  const checked = parts.check()

  return {
    realtime,
    checked,
    async warm(assistants) {
      // The first use compiles its patterns, which takes about 300 ms that a first caller would otherwise wait for.
      detectEmergency('hello')
      for (const assistant of assistants) await resting(() => warmUp.greeting(assistant))
    },
    say: (request, signal) => speakWhole(parts.synthesiser, request, signal),
    describe: () => parts.report(),
    async close() {
      await realtime.close()
      await Promise.all([parts.recogniser.close(), parts.synthesiser.close()])
    },
  }
}

/** Wraps a call's recorder, which is informed of every end of a call, to abort the work that was begun for the call. */
function endingWith(recorder: CallRecorder, ended: AbortController): CallRecorder {
  return {
    ...recorder,
    ended(reason, durationMs) {
      ended.abort(new DOMException('The call has ended.', 'AbortError'))
      return recorder.ended(reason, durationMs)
    },
  }
}
