import type { VoiceId } from '#contract/voices.ts'
import type { SpeechChunk, Synthesiser } from '../ports.ts'
import { createWorkerPool, WorkerCrashedError } from '../workers/worker-pool.ts'
import { fliteModule } from './flite.ts'
import { planChunks, type PlannedChunk } from './plan-chunks.ts'
import { SPEECH_RATE, type ChunkRequest } from './render-chunk.ts'
import { SpeechCache } from './speech-cache.ts'

export interface FliteSynthesiserOptions {
  /** Threads that speak. One makes about fifty seconds of speech a second. */
  workers: number
  /** For sentences said before; a second of speech takes 0.1 MB. */
  cacheMb: number
}

/** The built-in voice. */
export interface FliteSynthesiser extends Synthesiser {
  /**
   * Yields a chunk for each sentence or clause and makes the next one meanwhile. Throws the signal's reason once it is
   * aborted, and `WorkerCrashedError` when a sentence has brought its thread down twice. The chunks are the caller's to keep.
   */
  speak(request: { text: string; voiceId: VoiceId }, signal?: AbortSignal): AsyncIterable<SpeechChunk>
  /** Makes these texts ready, so that `speak` finds them in the cache. What fails here fails again in `speak`. */
  warm(texts: readonly string[], voiceId: VoiceId): Promise<void>
}

/** When many wait for a thread, less of each sentence is made at first, so that all begin sooner. */
const BUSY_FIRST_CHUNK_WORDS = 7
const BUSY_REQUESTS_PER_WORKER = 3
const SILENT_CHUNK_MS = 20
const BYTES_PER_MB = 1_000_000

export async function createFliteSynthesiser(options: FliteSynthesiserOptions): Promise<FliteSynthesiser> {
  const pool = createWorkerPool<ChunkRequest, SpeechChunk>({
    url: new URL('./flite-worker.ts', import.meta.url),
    size: options.workers,
    workerData: await fliteModule(),
  })
  const cache = new SpeechCache(options.cacheMb * BYTES_PER_MB)
  const beingMade = new Map<string, Promise<SpeechChunk>>()

  const render = async (request: ChunkRequest): Promise<SpeechChunk> => {
    try {
      return await pool.run(request)
    } catch (error) {
      // The thread may have fallen over another request; this one deserves a second try.
      if (!(error instanceof WorkerCrashedError)) throw error
      return pool.run(request)
    }
  }

  // No signal reaches the thread: a chunk takes some 50 ms and others may wait for the same one.
  const chunkFor = async (planned: PlannedChunk, voiceId: VoiceId): Promise<SpeechChunk> => {
    const key = cacheKey(planned, voiceId)
    const cached = cache.get(key)
    if (cached) return ownCopy(cached)
    let making = beingMade.get(key)
    if (!making) {
      making = render({ voiceId, ...planned }).finally(() => beingMade.delete(key))
      beingMade.set(key, making)
    }
    const chunk = await making
    cache.set(key, chunk)
    return ownCopy(chunk)
  }

  const plan = (text: string, voiceId: VoiceId): PlannedChunk[] => {
    const usual = planChunks(text)
    const isBusy = beingMade.size >= options.workers * BUSY_REQUESTS_PER_WORKER
    if (!isBusy || (usual[0] && cache.get(cacheKey(usual[0], voiceId)))) return usual
    return planChunks(text, BUSY_FIRST_CHUNK_WORDS)
  }

  return {
    speak: (request, signal) => speakInOrder(request, signal),
    warm: async (texts, voiceId) => {
      const chunks = texts.flatMap((text) => planChunks(text)).filter(isSayable)
      await Promise.allSettled(chunks.map((planned) => chunkFor(planned, voiceId)))
    },
    close: () => pool.close(),
  }

  async function* speakInOrder(
    { text, voiceId }: { text: string; voiceId: VoiceId },
    signal: AbortSignal | undefined,
  ): AsyncGenerator<SpeechChunk> {
    const make = (planned: PlannedChunk): Promise<SpeechChunk> => {
      const chunk = isSayable(planned) ? chunkFor(planned, voiceId) : Promise.resolve(silentChunk(planned))
      // Awaited one round later, or never when the speech is broken off.
      chunk.catch(() => undefined)
      return chunk
    }
    signal?.throwIfAborted()
    const planned = plan(text, voiceId)
    let next = planned[0] && make(planned[0])
    for (let index = 0; next; index++) {
      const chunk = await untilAborted(next, signal)
      const following = planned[index + 1]
      next = following && make(following)
      yield chunk
    }
  }
}

/** Everything that is heard of a chunk; the spelling too, since the words carry it. */
function cacheKey({ words, restMs }: PlannedChunk, voiceId: VoiceId): string {
  return `${voiceId} ${restMs} ${words.map(({ text, pieces, pause }) => `${text}\0${pieces.join(' ')}${pause}`).join('\0')}`
}

function isSayable({ words }: PlannedChunk): boolean {
  return words.some(({ pieces }) => pieces.length > 0)
}

/** For a text of which nothing can be said, such as a lone emoji: its words pass in a moment of silence. */
function silentChunk({ words }: PlannedChunk): SpeechChunk {
  return {
    samples: new Float32Array((SILENT_CHUNK_MS * SPEECH_RATE) / 1000),
    mouth: [{ atMs: 0, viseme: 'sil' }],
    words: words.map(({ text }) => ({ text, startMs: 0, endMs: 0 })),
  }
}

/** What the cache keeps is never handed out: a caller may move the buffer to another thread. */
function ownCopy({ samples, mouth, words }: SpeechChunk): SpeechChunk {
  return {
    samples: samples.slice(),
    mouth: mouth.map((cue) => ({ ...cue })),
    words: words.map((word) => ({ ...word })),
  }
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason)
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
