import { joinSamples } from '../audio/pcm16.ts'
import { createResampler } from '#contract/resample.ts'
import type { HeardWords, LooseHearing, Progress, Recognition, RecogniserStream } from '../ports.ts'
import { WorkerCrashedError } from '../workers/worker-pool.ts'
import { FIRST_SAMPLES } from './decoder-slot.ts'
import type { DecoderLease } from './decoder-leases.ts'
import type { RecogniserReply, RecogniserRequest } from './recogniser-protocol.ts'

const RATE_HZ = 16_000
/** Other speeds are whole percents, so that the resampler finds a small ratio of the two rates. */
const PERCENT_HZ = RATE_HZ / 100
/**
 * Longer than any question. Later audio is ignored, so that continuous noise, such as a running engine, can't cost
 * endlessly.
 */
const MAX_SAMPLES = 20 * RATE_HZ
/** The most that is sent in one message. */
const MOST_SENT_SAMPLES = 2 * RATE_HZ
/** Further audio is sent in pieces of 200 ms, because a message costs both threads about as much as decoding a short piece. */
const SENT_TOGETHER_SAMPLES = 0.2 * RATE_HZ
/** Shorter speech is not recognised word by word: it may be a cough or a single word. */
const MIN_LOOSE_SAMPLES = 0.8 * RATE_HZ
/** In one of fifty hearings the decoder reaches no end of a sentence, and so finds no words. At another speed it does. */
const SECOND_TRY_SPEED = 0.97
const MAX_ATTEMPTS = 2

export interface GrammarStreamDeps {
  grammarId: string
  borrow(signal: AbortSignal): Promise<DecoderLease>
  /** How to recognise speech word by word if it was not understood, or doubtfully. */
  loosely?: LooseHearing | undefined
  /** Sends a grammar of single words to the decoder's worker. */
  teach(lease: DecoderLease, words: LooseHearing): Promise<void>
  /** The mean cepstrum of the caller's earlier speech. Speech that was understood brings it up to date. */
  voice: { known(): readonly number[] | undefined; learn(voice: readonly number[]): void }
  give(lease: DecoderLease): void
  /** Whether a caller is waiting for the result, rather than still speaking. */
  hurry(isPressing: boolean): void
  ask(lease: DecoderLease, request: RecogniserRequest, signal?: AbortSignal): Promise<RecogniserReply>
}

/**
 * One stretch of speech on its way to a decoder. All audio is kept until the end: it may have to wait for a free
 * decoder, and is sent to another one if a worker crashes.
 */
export function createGrammarStream(deps: GrammarStreamDeps): RecogniserStream {
  const pieces: Float32Array[] = []
  let samplesKept = 0
  /** Requests for progress, to be answered once all audio written before them is decoded. */
  const asking: ((progress: Progress) => void)[] = []
  let isClosed = false
  let wake: (() => void) | undefined
  const cancelled = new AbortController()
  let result: Promise<Recognition> | undefined

  /**
   * Sends all audio, in order, to one decoder until the speech ends. One request is under way at a time: audio that arrives
   * meanwhile travels together in the next one, instead of waiting piece by piece for a busy worker.
   */
  const listen = async (): Promise<Recognition> => {
    const lease = await deps.borrow(cancelled.signal)
    const { slot } = lease
    const finished = async (samples?: Float32Array): Promise<Finished> => {
      let reply = await deps.ask(lease, { do: 'finish', slot, samples })
      while (reply.did === 'some') {
        cancelled.signal.throwIfAborted()
        reply = await deps.ask(lease, { do: 'finish', slot })
      }
      if (reply.did === 'finish') return reply
      throw new Error('The recogniser answered something else than was asked.')
    }
    const voice = deps.voice.known()
    let sentPieces = 0
    let sentSamples = 0
    /** Returns the audio to send now; undefined if it is better to wait for more. */
    const nextSamples = (): Float32Array | undefined => {
      const mayWait = asking.length === 0 && !isClosed
      // The decoder waits for its first audio, unless the caller pauses, so that is sent at once.
      const least = mayWait ? (sentSamples === 0 ? FIRST_SAMPLES : SENT_TOGETHER_SAMPLES) : 1
      if (samplesKept - sentSamples < least) return undefined
      const from = sentPieces
      let taken = 0
      while (sentPieces < pieces.length && taken < MOST_SENT_SAMPLES) taken += pieces[sentPieces++]?.length ?? 0
      sentSamples += taken
      return joinSamples(pieces.slice(from, sentPieces))
    }
    /** @returns whether audio is left to decode */
    const decode = async (samples: Float32Array | undefined): Promise<boolean> => {
      const reply = await deps.ask(lease, { do: 'write', slot, samples }, cancelled.signal)
      cancelled.signal.throwIfAborted()
      return reply.did === 'some'
    }
    try {
      await deps.ask(lease, { do: 'begin', slot, grammarId: deps.grammarId, voice })
      let heard: Finished | undefined
      for (let isLeft = false; !heard;) {
        cancelled.signal.throwIfAborted()
        const samples = nextSamples()
        const isAllSent = sentSamples === samplesKept
        if (asking.length > 0 && isAllSent) await tellProgress(lease, asking.splice(0), samples)
        else if (isClosed && isAllSent) heard = await finished(samples)
        else if (samples || isLeft) isLeft = await decode(samples)
        else {
          const more = Promise.withResolvers<void>()
          wake = more.resolve
          await more.promise
        }
      }
      if (heard.understood && heard.voice) deps.voice.learn(heard.voice)
      const recognition = { text: heard.text, understood: heard.understood }
      const phrase = heard.understood ? { words: heard.text, strangeness: heard.strangeness } : undefined
      if (!deps.loosely || samplesKept < MIN_LOOSE_SAMPLES) return recognition
      if (phrase && !deps.loosely.isDoubtful(phrase)) return recognition
      await deps.teach(lease, deps.loosely)
      const { id: grammarId } = deps.loosely
      // Joined, so that the decoder can measure the mean of the whole speech first.
      const spoken = joinSamples(pieces)
      const hearAt = async (speed: number): Promise<HeardWords> => {
        const again =
          speed === 1 ? spoken.slice() : createResampler(PERCENT_HZ * Math.round(speed * 100), RATE_HZ).push(spoken)
        await deps.ask(lease, { do: 'begin', slot, grammarId })
        const { text: words, strangeness } = await finished(again)
        return { words, strangeness }
      }
      const hearWords = async (speed: number): Promise<HeardWords> => {
        const tried = await hearAt(speed)
        return tried.words === '' ? hearAt(speed * SECOND_TRY_SPEED) : tried
      }
      const first = await hearWords(1)
      const text = first.words === '' ? undefined : await deps.loosely.makeSense(first, phrase, hearWords)
      return { text: text ?? '', understood: text !== undefined }
    } catch (error) {
      // The failure above is the one to report; with a crashed worker this fails as well.
      deps.ask(lease, { do: 'abandon', slot }).catch(() => undefined)
      throw error
    } finally {
      wake = undefined
      deps.give(lease)
    }
  }

  const tellProgress = async (
    lease: DecoderLease,
    tell: ((progress: Progress) => void)[],
    samples: Float32Array | undefined,
  ): Promise<void> => {
    const { slot } = lease
    let progress: Progress = 'unknown'
    try {
      let reply = await deps.ask(lease, { do: 'judge-progress', slot, samples })
      while (reply.did === 'some') {
        // Speech that has ended meanwhile is decoded by `finish`.
        if (isClosed) break
        reply = await deps.ask(lease, { do: 'judge-progress', slot })
      }
      if (reply.did === 'judge-progress') progress = reply.progress
    } finally {
      if (!isClosed) deps.hurry(false)
      for (const each of tell) each(progress)
    }
  }

  const start = async (): Promise<Recognition> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await listen()
      } catch (error) {
        if (!(error instanceof WorkerCrashedError) || attempt === MAX_ATTEMPTS) throw error
      }
    }
  }

  return {
    write: (samples) => {
      if (isClosed || samplesKept >= MAX_SAMPLES) return
      // Copied, because the caller may reuse its buffer.
      pieces.push(samples.slice())
      samplesKept += samples.length
      if (!result) {
        result = start()
        // The failure is reported by `finish`; a cancelled stream reports none.
        result.catch(() => undefined).finally(() => asking.splice(0).forEach((tell) => tell('unknown')))
      }
      wake?.()
    },
    progress: async () => {
      if (!result || isClosed) return 'unknown'
      return new Promise((resolve) => {
        asking.push(resolve)
        deps.hurry(true)
        wake?.()
      })
    },
    finish: () => {
      isClosed = true
      deps.hurry(true)
      wake?.()
      return result ?? Promise.resolve({ text: '', understood: false })
    },
    cancel: () => {
      isClosed = true
      cancelled.abort(new DOMException('The stretch of speech was given up.', 'AbortError'))
      wake?.()
    },
  }
}

type Finished = Extract<RecogniserReply, { did: 'finish' }>
