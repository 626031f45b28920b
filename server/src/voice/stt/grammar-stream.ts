import { joinSamples } from '../audio/pcm16.ts'
import { createResampler } from '#contract/resample.ts'
import type { HeardWords, LooseHearing, Progress, Recognition, RecogniserStream } from '../ports.ts'
import { WorkerCrashedError } from '../workers/worker-pool.ts'
import type { DecoderLease } from './decoder-leases.ts'
import type { RecogniserReply, RecogniserRequest } from './recogniser-protocol.ts'

const RATE_HZ = 16_000
/** Longer than any question. What comes after is not listened to, so that a running engine can't cost for ever. */
const MAX_SAMPLES = 20 * RATE_HZ
/** Sent together, 100 ms of sound: each message costs two threads as much as some milliseconds of decoding. */
const SENT_TOGETHER_SAMPLES = 1_600
/** Speech of one's own words is longer than a cough or a single word. */
const MIN_LOOSE_SAMPLES = 0.8 * RATE_HZ
const MAX_ATTEMPTS = 2
/** Pieces on their way to the worker; the others wait here, so that a long recording fills no queue. */
const MAX_UNANSWERED = 4

export interface GrammarStreamDeps {
  grammarId: string
  borrow(signal: AbortSignal): Promise<DecoderLease>
  /** How speech is heard once more that was not understood, or is too grave to be understood by mistake. */
  loosely?:
    | {
        /** Makes ready the words that are listened for, and gives their grammar's id. */
        prepare(lease: DecoderLease): Promise<string>
        isGrave(phrase: string): boolean
        makeSense: LooseHearing['makeSense']
      }
    | undefined
  give(lease: DecoderLease): void
  /** Whether a caller waits for what is asked, or still speaks. */
  hurry(isPressing: boolean): void
  ask(lease: DecoderLease, request: RecogniserRequest, signal?: AbortSignal): Promise<RecogniserReply>
}

/**
 * One stretch of speech on its way to a decoder. All pieces are kept until the end: they wait there for a free decoder,
 * and are said again to another one when a worker dies.
 */
export function createGrammarStream(deps: GrammarStreamDeps): RecogniserStream {
  const pieces: Float32Array[] = []
  /** Too little to be sent yet. */
  let gathered: Float32Array[] = []
  let gatheredSamples = 0
  let samplesKept = 0
  /** Who asked for progress, to be told once all that was written before is sent. */
  const asking: ((progress: Progress) => void)[] = []
  let isClosed = false
  let wake: (() => void) | undefined
  const cancelled = new AbortController()
  let result: Promise<Recognition> | undefined

  /** Sends what was and will be written to one decoder, in order, until the stretch ends. */
  const listen = async (): Promise<Recognition> => {
    const lease = await deps.borrow(cancelled.signal)
    const { slot } = lease
    const failure = Promise.withResolvers<never>()
    // Raced below; without this, a failure before the race would count as unhandled.
    failure.promise.catch(() => undefined)
    /** Not awaited one by one: requests to one worker keep their order, and the first failure counts. */
    const unanswered = new Set<Promise<unknown>>()
    const send = (request: RecogniserRequest, signal?: AbortSignal): void => {
      const answer: Promise<void> = deps
        .ask(lease, request, signal)
        .then(() => undefined, failure.reject)
        .finally(() => unanswered.delete(answer))
      unanswered.add(answer)
    }
    const finished = async (): Promise<Recognition & { strangeness: number }> => {
      // All of it: a result that lacks a piece is none.
      await Promise.race([Promise.all(unanswered), failure.promise])
      let reply = await deps.ask(lease, { do: 'finish', slot })
      while (reply.did === 'some') {
        cancelled.signal.throwIfAborted()
        reply = await deps.ask(lease, { do: 'finish', slot })
      }
      if (reply.did !== 'finish') throw new Error('The recogniser answered something else than was asked.')
      return { text: reply.text, understood: reply.understood, strangeness: reply.strangeness }
    }
    try {
      send({ do: 'begin', slot, grammarId: deps.grammarId })
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
      const recognition = { text: heard.text, understood: heard.understood }
      const phrase = heard.understood ? heard.text : undefined
      if (!deps.loosely || samplesKept < MIN_LOOSE_SAMPLES) return recognition
      if (phrase !== undefined && !deps.loosely.isGrave(phrase)) return recognition
      const grammarId = await deps.loosely.prepare(lease)
      // In one piece, so that the decoder knows the mean of all of it before it begins.
      const spoken = joinSamples(pieces)
      const hearWords = async (speed: number): Promise<HeardWords> => {
        const samples = speed === 1 ? spoken.slice() : createResampler(RATE_HZ * speed, RATE_HZ).push(spoken)
        send({ do: 'begin', slot, grammarId })
        send({ do: 'write', slot, samples }, cancelled.signal)
        const { text: words, strangeness } = await finished()
        return { words, strangeness }
      }
      const first = await hearWords(1)
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
      // What has ended since is decoded by `finish`.
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
      // A copy, since the caller may use its buffer again.
      gathered.push(samples.slice())
      gatheredSamples += samples.length
      samplesKept += samples.length
      if (!result) {
        result = start()
        // The caller of `finish` gets the failure; a cancelled stream reports it to no caller.
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
