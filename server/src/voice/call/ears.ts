import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { createResampler } from '#contract/resample.ts'
import type { Recogniser, RecogniserStream, Recognition, SpeechGrammar } from '../ports.ts'
import type { CallSpending } from '../spending.ts'
import { createEndpointer, type EndpointerOptions } from '../stt/endpointer.ts'
import { clarityOf, type Clarity } from './clarity.ts'
import { createWordlessSound } from './wordless-sound.ts'

const EAR_RATE_HZ = 16_000
const SLICE_SAMPLES = EAR_RATE_HZ / 50
/** Speech of this length without a pause, such as from a television, is ended and answered. */
const LONGEST_UTTERANCE_MS = 15_000
/**
 * Push-to-talk: longer speech is recognised in parts of up to that length. After this many, its end is not heard, since a
 * button may be held by mistake.
 */
const MOST_PARTS = 4
/** From this length on, a part ends at a pause. */
const PART_MS = 10_000
/** How much sound is kept from before speech was detected, since detection takes up to this long. */
const RECENT_MS = 600
/** After this much silence, the recogniser has decoded the words before it and can say whether they may be complete. */
const ASK_AFTER_MS = 90
/**
 * The part of the kept sound before the detected start that goes to the recogniser too: the first sound of a word is
 * often too soft to be detected.
 */
export const PREFIX_MS = 250

/** The result of an utterance. */
export interface Heard extends Recognition {
  /** From the first to the last voiced sound. */
  voicedMs: number
  /** Judged only if no words were recognised. */
  clarity?: Clarity
}

interface EarsOptions {
  recogniser: Recogniser
  /** Returns the current grammar; called when speech begins. */
  grammar: () => SpeechGrammar
  spending: CallSpending
  onSpeechStarted: (atMs: number) => void
  onSpeechStopped: (atMs: number) => void
  /** See `createWordlessSound`. Not used with push-to-talk. */
  onWordlessSound: (soundMs: number) => void
}

interface OpenUtterance {
  id: string
  stream: RecogniserStream
  /** Push-to-talk: the parts of a long utterance before this last one. */
  parts: readonly Promise<Heard>[]
  /** All sound given to the stream, kept in case the utterance continues and must be recognised again as a whole. */
  samples: Float32Array[]
  startedAtMs: number
  stoppedAtMs: number | undefined
}

/** The hearing of a call: finds where speech begins and ends, and gives it to a recogniser. */
export function createEars(options: EarsOptions) {
  const { recogniser, grammar } = options
  const toEarRate = createResampler(SAMPLE_RATE_HZ, EAR_RATE_HZ)
  const endpointer = createEndpointer()
  let byHand = false
  /** Push-to-talk: whether speech was detected since the last commit. */
  let voiced = false
  /** Push-to-talk: whether the caller is speaking at this moment. */
  let isTalking = false
  let written = 0
  let speaking = false
  let lastStartMs = 0
  let open: OpenUtterance | undefined
  let previous: OpenUtterance | undefined
  let recent: Float32Array[] = []
  let parts: Promise<Heard>[] = []
  let isAsking = false
  const wordless = createWordlessSound(options.onWordlessSound)
  const arrivals: { untilMs: number; atMs: number }[] = []

  const msOf = (samples: number) => (samples / EAR_RATE_HZ) * 1000

  function hear(slice: Float32Array): void {
    written += slice.length
    remember(slice)
    open?.stream.write(slice)
    open?.samples.push(slice)
    for (const event of endpointer.push(slice)) {
      if (byHand) onVoice(event.type === 'speech-started')
      else if (event.type === 'speech-started') begin(event.atMs)
      else end(event.atMs)
    }
    if (!byHand) void askProgress()
    if (!byHand) wordless.add(slice, msOf(slice.length), speaking)
    if (speaking && msOf(written) - lastStartMs > LONGEST_UTTERANCE_MS) endNow()
  }

  /** Repeated during a pause, because the decoder has not yet finished the last word when the pause begins. */
  async function askProgress(): Promise<void> {
    const pauseMs = endpointer.pauseMs()
    if (!open || isAsking || pauseMs < ASK_AFTER_MS) return
    isAsking = true
    const { stream } = open
    const progress = await stream.progress()
    isAsking = false
    // The result counts only if the same pause is still going on.
    if (open?.stream === stream && endpointer.pauseMs() >= pauseMs) endpointer.expect(progress)
  }

  function begin(atMs: number): void {
    speaking = true
    lastStartMs = atMs
    options.onSpeechStarted(atMs)
  }

  function end(atMs: number): void {
    if (!speaking) return
    speaking = false
    if (open) open.stoppedAtMs = atMs
    options.onSpeechStopped(atMs)
  }

  function endNow(): boolean {
    const events = endpointer.forceStop()
    for (const event of events) if (event.type === 'speech-stopped') end(event.atMs)
    return events.length > 0
  }

  /** Cancels the previous stream: one that is neither finished nor cancelled would occupy its decoder for ever. */
  function replaceOpen(next: OpenUtterance | undefined): void {
    open?.stream.cancel()
    open = next
  }

  function remember(slice: Float32Array): void {
    // Push-to-talk keeps everything since speech began; silence before it would only mislead the recogniser.
    if (voiced && msOf(lengthOf(recent)) >= LONGEST_UTTERANCE_MS && !endPart()) return
    recent.push(slice)
    if (voiced) return
    let kept = lengthOf(recent)
    while (recent.length > 1 && msOf(kept - (recent[0]?.length ?? 0)) > RECENT_MS) kept -= recent.shift()?.length ?? 0
  }

  function onVoice(isStart: boolean): void {
    isTalking = isStart
    voiced = true
    if (!isTalking && msOf(lengthOf(recent)) >= PART_MS) endPart()
  }

  /** Recognises what was said so far as a part of the utterance. False if it has too many parts already. */
  function endPart(): boolean {
    if (parts.length >= MOST_PARTS) return false
    const startedAtMs = msOf(written - lengthOf(recent))
    const part = finishStream({ ...openWith('', recent, startedAtMs), stoppedAtMs: msOf(written) })
    // A failure is reported when the utterance is committed, and does not matter if it never is.
    part.catch(() => undefined)
    parts.push(part)
    recent = []
    voiced = isTalking
    return true
  }

  /** The sound from just before speech began until now. */
  function sinceStart(): Float32Array[] {
    const wantedSamples = ((msOf(written) - lastStartMs + PREFIX_MS) / 1_000) * EAR_RATE_HZ
    let taken = 0
    const from = recent.findLastIndex((part) => (taken += part.length) >= wantedSamples)
    return recent.slice(Math.max(0, from))
  }

  function forgetRecent(): void {
    recent = []
    parts = []
    voiced = false
  }

  function openWith(id: string, samples: Float32Array[], startedAtMs: number): OpenUtterance {
    const stream = recogniser.open(grammar(), { spending: options.spending })
    for (const part of samples) stream.write(part)
    return { id, stream, parts, samples: [...samples], startedAtMs, stoppedAtMs: undefined }
  }

  async function finishStream(utterance: OpenUtterance): Promise<Heard> {
    options.spending.spend('builtInHearing', msOf(lengthOf(utterance.samples)))
    const recognition = await utterance.stream.finish()
    const stoppedAtMs = utterance.stoppedAtMs ?? msOf(written)
    const heard = { ...recognition, voicedMs: stoppedAtMs - utterance.startedAtMs }
    return recognition.understood ? heard : { ...heard, clarity: clarityOf(utterance.samples) }
  }

  return {
    /** 24 kHz mono. Positions (`…Ms`) count the audio received in this call and are not times of the clock. */
    append(samples: Float32Array): void {
      const heard = toEarRate.push(samples)
      arrivals.push({ untilMs: msOf(written + heard.length), atMs: performance.now() })
      if (arrivals.length > 400) arrivals.shift()
      for (let at = 0; at < heard.length; at += SLICE_SAMPLES) hear(heard.subarray(at, at + SLICE_SAMPLES))
    },
    /**
     * Starts recognising the current speech from just before its beginning; with `continues`, together with the sound of
     * that earlier utterance.
     */
    open(id: string, continues?: string): void {
      const before = continues !== undefined && previous?.id === continues ? previous : undefined
      replaceOpen(
        before
          ? openWith(id, [...before.samples, ...sinceStart()], before.startedAtMs)
          : openWith(id, sinceStart(), lastStartMs),
      )
    },
    /** Ends the utterance. Rejects only if the recogniser failed. */
    async finish(id: string): Promise<Heard> {
      const utterance = open
      if (utterance?.id !== id) return { text: '', understood: false, voicedMs: 0 }
      open = undefined
      previous = utterance
      return joined(await Promise.all([...utterance.parts, finishStream(utterance)]))
    },
    drop(id: string): void {
      if (open?.id === id) replaceOpen(undefined)
    },
    /** An utterance contained words, so the sound until now was speech. */
    heardWords: wordless.forget,
    /** The position up to which audio was received. */
    writtenMs: () => msOf(written),
    /** The time of the clock at which a position was received. */
    arrivedAt: (positionMs: number) =>
      arrivals.find((arrival) => arrival.untilMs >= positionMs)?.atMs ?? arrivals.at(-1)?.atMs ?? performance.now(),
    /** Ends the current speech. False if there is none. */
    endNow,
    setStartMs: (startMs: number) => endpointer.configure({ startMs }),
    /** While the assistant speaks, its echo may be heard, so that only a voice counts as sound without words. */
    setAssistantSpeaks: wordless.setAssistantSpeaks,
    /** Whether the client decides where an utterance ends (push-to-talk). */
    isByHand: () => byHand,
    /** With null, the client decides where utterances end and commits them (push-to-talk). */
    configure(settings: Partial<EndpointerOptions> | null): void {
      if ((settings === null) !== byHand) wordless.forget()
      byHand = settings === null
      if (settings) endpointer.configure(settings)
    },
    /** Push-to-talk: turns all audio since the last commit into an utterance. False if there is none. */
    commit(id: string): boolean {
      if (recent.length === 0 && parts.length === 0) return false
      replaceOpen(openWith(id, recent, msOf(written - lengthOf(recent))))
      forgetRecent()
      return true
    },
    clear(): void {
      forgetRecent()
      speaking = false
      endpointer.forceStop()
      replaceOpen(undefined)
    },
    close: () => replaceOpen(undefined),
  }
}

function lengthOf(parts: readonly Float32Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}

/** The parts of an utterance as one. Those without words, such as a pause at the end, add nothing. */
function joined(parts: readonly [...Heard[], Heard]): Heard {
  const understood = parts.filter((part) => part.understood)
  const last = understood.at(-1) ?? parts[0]
  return {
    ...last,
    text: understood.map(({ text }) => text).join(' '),
    voicedMs: parts.reduce((sum, { voicedMs }) => sum + voicedMs, 0),
  }
}
