import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import type { MouthCue } from '#contract/visemes.ts'
import type { VoiceId } from '#contract/voices.ts'
import type { Synthesiser } from '../ports.ts'
import type { CallSpending } from '../spending.ts'
import { createSentenceSplitter } from '../tts/sentences.ts'
import type { Modality } from './call-output.ts'
import { pause } from './pause.ts'
import { createPacedSpeaker } from './paced-speaker.ts'
import type { SpokenWords } from './spoken-words.ts'

interface AnswerOptions {
  /** Streams the text of the answer in pieces. */
  text: (signal: AbortSignal) => AsyncIterable<string>
  /** Whether each piece of the text ends at the end of a sentence. */
  inSentences: boolean
  synthesiser: Synthesiser
  spending: CallSpending
  voiceId: VoiceId
  /** Written answers are not spoken: their text is passed on as it arrives. */
  modality: Modality
  words: SpokenWords
  on: AnswerListener
}

interface AnswerListener {
  firstWord(): void
  /** Called with the name of the synthesiser, if there are several. */
  spokenBy(name: string): void
  began(): void
  words(text: string): void
  mouth(cues: MouthCue[]): void
  audio(samples: Float32Array): void
  /** The last frame has been sent, though some of the audio is still being played. */
  sent(): void
  /** A spoken answer was played to its end, or a written one is complete. */
  completed(): void
  failed(error: unknown): void
}

/**
 * Synthesis runs at most this far ahead of playback, so that an interrupted answer is not synthesised, and paid for, as
 * a whole. A sentence takes the built-in voice 40 ms, and vendors' about a second.
 */
const AHEAD_MS = 3_000
const AHEAD_CHECK_MS = 100
/** The player reports its position in whole milliseconds. */
const REPORTED_TO_MS = 1
/** The pause between two sentences; the synthesiser's own silence is trimmed. */
const SENTENCE_PAUSE = new Float32Array(SAMPLE_RATE_HZ * 0.18)

export type Answer = ReturnType<typeof startAnswer>

/**
 * One answer, from its text to its last sound: text ─▶ sentences ─▶ speech ─▶ paced frames. While one sentence is
 * played, the next is synthesised. Cancelling stops all stages at once.
 */
export function startAnswer(options: AnswerOptions) {
  const { on, words } = options
  const abort = new AbortController()
  let began = false
  let finished = false

  const report = <Arguments extends unknown[]>(listener: (...args: Arguments) => void) => {
    return (...args: Arguments) => {
      if (!abort.signal.aborted) listener(...args)
    }
  }

  const speaker = createPacedSpeaker({
    onFrame: report((samples, sentMs) => {
      if (!began) {
        began = true
        on.began()
      }
      on.audio(samples)
      const text = words.takeUntil(sentMs)
      if (text !== '') on.words(text)
      if (finished && sentMs >= speaker.queuedUntilMs()) on.sent()
    }),
    onDrained: report(() => on.completed()),
  })

  async function* sentences(): AsyncIterable<string> {
    const splitter = createSentenceSplitter()
    let first = true
    for await (const piece of options.text(abort.signal)) {
      if (first && piece !== '') {
        first = false
        on.firstWord()
      }
      yield* splitter.push(piece)
      if (options.inSentences) yield* splitter.flush()
    }
    yield* splitter.flush()
  }

  async function write(): Promise<void> {
    for await (const piece of options.text(abort.signal)) {
      if (abort.signal.aborted) return
      if (!began) {
        began = true
        on.firstWord()
        on.began()
      }
      words.add({ words: [{ text: piece, startMs: 0, endMs: 0 }] }, 0)
      on.words(words.takeUntil(Infinity))
    }
    if (!abort.signal.aborted) on.completed()
  }

  async function speak(): Promise<void> {
    for await (const sentence of sentences()) {
      const isAwaited = speaker.queuedUntilMs() === 0
      if (!isAwaited) speaker.enqueue(SENTENCE_PAUSE)
      const { voiceId, spending } = options
      spending.spend('builtInSpeech', sentence.length)
      const chunks = options.synthesiser.speak({ text: sentence, voiceId, spending, isAwaited }, abort.signal)
      for await (const chunk of chunks) {
        if (abort.signal.aborted) return
        if (chunk.by !== undefined) on.spokenBy(chunk.by)
        const offsetMs = speaker.queuedUntilMs()
        words.add(chunk, offsetMs)
        on.mouth(chunk.mouth.map((cue) => ({ ...cue, atMs: cue.atMs + offsetMs })))
        speaker.enqueue(chunk.samples)
        await untilNeeded()
      }
    }
    if (abort.signal.aborted) return
    const allSent = speaker.sentMs() >= speaker.queuedUntilMs()
    finished = true
    if (allSent) on.sent()
    speaker.finish()
  }

  async function untilNeeded(): Promise<void> {
    for (;;) {
      const excessMs = speaker.queuedUntilMs() - speaker.playedMs() - AHEAD_MS
      if (abort.signal.aborted || excessMs <= 0) return
      await pause(Math.max(AHEAD_CHECK_MS, excessMs), abort.signal)
    }
  }

  const run = options.modality === 'audio' ? speak : write
  run().catch((error: unknown) => {
    if (abort.signal.aborted) return
    abort.abort()
    speaker.stop()
    on.failed(error)
  })

  return {
    hold: () => speaker.hold(),
    resume: () => speaker.resume(),
    /** Idempotent; afterwards the listener is not called any more. */
    cancel(): void {
      speaker.stop()
      abort.abort()
    },
    playedMs: () => speaker.playedMs(),
    /** Whether the answer is complete and was played to its end. */
    isHeard: () => finished && speaker.queuedUntilMs() - speaker.playedMs() < REPORTED_TO_MS,
    reportPlayed: (playedMs: number) => speaker.reportPlayed(playedMs),
  }
}
