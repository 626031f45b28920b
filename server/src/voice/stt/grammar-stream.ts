import { joinSamples } from '../audio/pcm16.ts'
import { createResampler } from '#contract/resample.ts'
import type { HeardWords, LooseHearing, Progress, Recognition, RecogniserStream } from '../ports.ts'
import { WorkerCrashedError } from '../workers/worker-pool.ts'
import type { KnownVoice } from './known-voice.ts'
import type { DecoderLease } from './decoder-leases.ts'
import type { RecogniserReply, RecogniserRequest } from './recogniser-protocol.ts'

const RATE_HZ = 16_000
/**
 * Longer than any question. Later audio is ignored, so that continuous noise, such as a running engine, can't cost
 * endlessly.
 */
const MAX_SAMPLES = 20 * RATE_HZ
/** Audio is sent in pieces of 100 ms, because each message costs two threads as much as a few milliseconds of decoding. */
const SENT_TOGETHER_SAMPLES = 1_600
/** Shorter speech is not recognised word by word: it may be a cough or a single word. */
const MIN_LOOSE_SAMPLES = 0.8 * RATE_HZ
/** In one of fifty utterances the decoder reaches no end of a sentence, and so finds no words. At another speed it does. */
const SECOND_TRY_SPEED = 0.97
const MAX_ATTEMPTS = 2
/** How many pieces may be on their way to the worker. Others wait here, so that a long recording does not fill a queue. */
const MAX_UNANSWERED = 4

export interface GrammarStreamDeps {
  grammarId: string
  borrow(signal: AbortSignal): Promise<DecoderLease>
  /** How to recognise speech word by word if it was not understood, or doubtfully. */
  loosely?:
    | {
        /** Prepares the grammar of single words and returns its id. */
        prepare(lease: DecoderLease): Promise<string>
        isDoubtful: LooseHearing['isDoubtful']
        makeSense: LooseHearing['makeSense']
      }
    | undefined
  /** What is known of the caller's voice so far, and what understood speech adds. */
  voice: { known(): KnownVoice | undefined; learn(voice: KnownVoice): void }
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
  /** Audio that is too short to be sent yet. */
  let gathered: Float32Array[] = []
  let gatheredSamples = 0
  let samplesKept = 0
  /** Requests for progress, to be answered once all audio written before them is sent. */
  const asking: ((progress: Progress) => void)[] = []
  let isClosed = false
  let wake: (() => void) | undefined
  const cancelled = new AbortController()
  let result: Promise<Recognition> | undefined

  /** Sends all audio, in order, to one decoder until the speech ends. */
  const listen = async (): Promise<Recognition> => {
    const lease = await deps.borrow(cancelled.signal)
    const { slot } = lease
    const failure = Promise.withResolvers<never>()
    // Raced below; without this, an early rejection would count as unhandled.
    failure.promise.catch(() => undefined)
    /**
     * Requests without an answer. They are not awaited one by one, since requests to one worker keep their order; the
     * first failure counts.
     */
    const unanswered = new Set<Promise<unknown>>()
    const send = (request: RecogniserRequest, signal?: AbortSignal): void => {
      const answer: Promise<void> = deps
        .ask(lease, request, signal)
        .then(() => undefined, failure.reject)
        .finally(() => unanswered.delete(answer))
      unanswered.add(answer)
    }
    const finished = async (): Promise<Recognition & { strangeness: number; voice: KnownVoice | undefined }> => {
      // All requests must have succeeded, since a result without one of the pieces would be wrong.
      await Promise.race([Promise.all(unanswered), failure.promise])
      let reply = await deps.ask(lease, { do: 'finish', slot })
      while (reply.did === 'some') {
        cancelled.signal.throwIfAborted()
        reply = await deps.ask(lease, { do: 'finish', slot })
      }
      if (reply.did !== 'finish') throw new Error('The recogniser answered something else than was asked.')
      const { text, understood, strangeness, voice } = reply
      return { text, understood, strangeness, voice }
    }
    try {
      send({ do: 'begin', slot, grammarId: deps.grammarId, voice: deps.voice.known() })
      for (let next = 0; ;) {
        cancelled.signal.throwIfAborted()
        for (; next < pieces.length; next += 1) {
          while (unanswered.size >= MAX_UNANSWERED) await Promise.race([...unanswered, failure.promise])
          cancelled.signal.throwIfAborted()
          const samples = pieces[next]
          if (samples) send({ do: 'write', slot, samples }, cancelled.signal)
        }
        for (const tell of asking.splice(0)) void judgeProgress(lease).then(tell)
        if (isClosed) break
        const more = Promise.withResolvers<void>()
        wake = more.resolve
        await Promise.race([more.promise, failure.promise])
      }
      const heard = await finished()
      if (heard.understood && heard.voice) deps.voice.learn(heard.voice)
      const recognition = { text: heard.text, understood: heard.understood }
      const phrase = heard.understood ? { words: heard.text, strangeness: heard.strangeness } : undefined
      if (!deps.loosely || samplesKept < MIN_LOOSE_SAMPLES) return recognition
      if (phrase && !deps.loosely.isDoubtful(phrase)) return recognition
      const grammarId = await deps.loosely.prepare(lease)
      // Joined, so that the decoder can measure the mean of the whole speech first.
      const spoken = joinSamples(pieces)
      const hearWords = async (speed: number): Promise<HeardWords> => {
        const samples = speed === 1 ? spoken.slice() : createResampler(RATE_HZ * speed, RATE_HZ).push(spoken)
        send({ do: 'begin', slot, grammarId })
        send({ do: 'write', slot, samples }, cancelled.signal)
        const { text: words, strangeness } = await finished()
        return { words, strangeness }
      }
      let first = await hearWords(1)
      if (first.words === '') first = await hearWords(SECOND_TRY_SPEED)
      const text = first.words === '' ? undefined : await deps.loosely.makeSense(first, phrase, hearWords)
      return { text: text ?? '', understood: text !== undefined }
    } catch (error) {
      send({ do: 'abandon', slot })
      throw error
    } finally {
      wake = undefined
      deps.give(lease)
    }
  }

  const judgeProgress = async (lease: DecoderLease): Promise<Progress> => {
    for (;;) {
      const reply = await deps.ask(lease, { do: 'judge-progress', slot: lease.slot }).catch(() => undefined)
      if (!isClosed && asking.length === 0) deps.hurry(reply?.did === 'some')
      if (reply?.did === 'judge-progress') return reply.progress
      // Speech that has ended meanwhile is decoded by `finish`.
      if (reply?.did !== 'some' || isClosed) return 'unknown'
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

  const sendOff = (): void => {
    if (gatheredSamples > 0) pieces.push(joinSamples(gathered))
    gathered = []
    gatheredSamples = 0
    wake?.()
  }

  return {
    write: (samples) => {
      if (isClosed || samplesKept >= MAX_SAMPLES) return
      // Copied, because the caller may reuse its buffer.
      gathered.push(samples.slice())
      gatheredSamples += samples.length
      samplesKept += samples.length
      if (!result) {
        result = start()
        // The failure is reported by `finish`; a cancelled stream reports none.
        result.catch(() => undefined).finally(() => asking.splice(0).forEach((tell) => tell('unknown')))
      }
      if (gatheredSamples >= SENT_TOGETHER_SAMPLES) sendOff()
    },
    progress: async () => {
      if (!result || isClosed) return 'unknown'
      return new Promise((resolve) => {
        asking.push(resolve)
        deps.hurry(true)
        sendOff()
      })
    },
    finish: () => {
      isClosed = true
      deps.hurry(true)
      sendOff()
      return result ?? Promise.resolve({ text: '', understood: false })
    },
    cancel: () => {
      isClosed = true
      cancelled.abort(new DOMException('The stretch of speech was given up.', 'AbortError'))
      wake?.()
    },
  }
}
