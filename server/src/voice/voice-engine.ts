import type { IncomingMessage } from 'node:http'
import { availableParallelism } from 'node:os'
import type { AssistantDefinition } from '#contract/assistant.ts'
import { emergencyLinesOf, type EmergencyLines } from '#contract/emergency-lines.ts'
import type { VoicePartsReport } from '#contract/health.ts'
import { withActions } from './actions/action-brain.ts'
import { createKnowledgeBrain } from './brain/knowledge-brain.ts'
import type { CallRecorder } from './call/call-recorder.ts'
import { detectEmergency } from './emergency/detect.ts'
import { withEmergencies } from './emergency/emergency-brain.ts'
import type { CallDesk, VoiceParts } from './call-ports.ts'
import type { SpeechRequest } from './ports.ts'
import { resting } from '../infra/in-slices.ts'
import { createRealtimeServer, type RealtimeServer } from './realtime/realtime-server.ts'
import { createGrammarRecogniser } from './stt/grammar-recogniser.ts'
import { createFliteSynthesiser } from './tts/flite-synthesiser.ts'
import { pronounceWith } from './tts/pronunciation.ts'
import { speakWhole, type WholeSpeech } from './tts/whole-speech.ts'
import type { CircuitChange } from './fallback/circuit.ts'
import { composeParts, type VoicePart, type VoiceVendors } from './voice-parts.ts'
import { createWarmUp } from './warm-up.ts'

export interface VoiceEngineOptions {
  desk: CallDesk
  isOriginAllowed: (origin: string, host: string | undefined) => boolean
  maxCalls: number
  checkRate: (request: IncomingMessage) => void
  onFault: VoiceParts['onFault']
  /** The numbers that are named in an emergency. */
  emergencyLines?: EmergencyLines | undefined
  /** Parts that vendors' services play. */
  vendors?: VoiceVendors | undefined
  /** One of them went away, or is back. */
  onVendor?: ((part: VoicePart, change: CircuitChange) => void) | undefined
}

export interface VoiceEngine {
  realtime: RealtimeServer
  /** Every vendor was looked for. Never rejects; takes as long as the slowest of them. */
  checked: Promise<void>
  /** Makes first calls as quick as later ones: one assistant at a time, behind all live calls. */
  warm(assistants: readonly AssistantDefinition[]): Promise<void>
  /** Says a text outside of any call, on the same threads. Rejects when the voice fails, or with the signal's reason. */
  say(request: SpeechRequest, signal?: AbortSignal): Promise<WholeSpeech>
  /** Which path is live just now, for people. */
  describe(): VoicePartsReport
  close(): Promise<void>
}

/** Said before, said again at once: first messages and common answers. */
const SPEECH_CACHE_MB = 32

/** The voice engine: ears, mind and voice behind the Realtime wire, our own or a vendor's with ours behind it. */
export async function createVoiceEngine(options: VoiceEngineOptions): Promise<VoiceEngine> {
  const workers = Math.max(1, Math.min(4, availableParallelism()))
  // A thread makes fifty seconds of speech in a second; each costs 40 MB.
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
  const parts = composeParts({ recogniser, synthesiser, brain: builtInBrain }, options.vendors ?? {}, (part, change) =>
    options.onVendor?.(part, change),
  )
  const warmUp = createWarmUp(recogniser, synthesiser, (error) => options.onFault(undefined, 'warm-up', error))
  const realtime = createRealtimeServer({
    desk: {
      async admit(token) {
        const admitted = await options.desk.admit(token)
        // Answers that a vendor's voice gives need no rehearsal here.
        if (options.vendors?.synthesiser) return admitted
        const ended = new AbortController()
        warmUp.answers(admitted.assistant, admitted.account, ended.signal)
        return { ...admitted, recorder: endingWith(admitted.recorder, ended) }
      },
    },
    // No model is asked before an emergency has its first answer; what follows is the model's, with that in its history.
    parts: { ...parts, brain: withEmergencies(parts.brain, { lines, goesOn: false }), onFault: options.onFault },
    isOriginAllowed: options.isOriginAllowed,
    maxCalls: options.maxCalls,
    checkRate: options.checkRate,
  })
  const checked = parts.check()

  return {
    realtime,
    checked,
    async warm(assistants) {
      // The first reading makes its patterns ready: some 300 ms of this thread that a first caller would wait for.
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

/** A call's recorder that also ends what was begun for the call: it is told of every end. */
function endingWith(recorder: CallRecorder, ended: AbortController): CallRecorder {
  return {
    ...recorder,
    ended(reason, durationMs) {
      ended.abort(new DOMException('The call has ended.', 'AbortError'))
      return recorder.ended(reason, durationMs)
    },
  }
}
