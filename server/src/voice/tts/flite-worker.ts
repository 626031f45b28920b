import { workerData } from 'node:worker_threads'
import { serveWorker } from '../workers/serve-worker.ts'
import { type ChunkRequest, type FliteReply, type FliteRequest, renderChunk } from './render-chunk.ts'
import { adoptFlite } from './flite.ts'
import { flitePhonesOf } from './pronunciation.ts'
import type { Program } from './wasi-command.ts'

/** The module of a thread in which Flite runs; see flite-synthesiser.ts. */

/** Synthesised and discarded when the thread starts, because the first synthesis takes five times as long as later ones. */
const WARM_UP: ChunkRequest = {
  voiceId: 'willow',
  words: ['hello', 'it', 'is', 'good', 'to', 'hear', 'you'].map((word) => ({ text: word, pieces: [word], pause: '' })),
  restMs: 0,
}

adoptFlite(workerData as Program)

serveWorker<FliteRequest, FliteReply>(async (request, transfer) => {
  if (request.do === 'pronounce') return { did: 'pronounce', phones: await flitePhonesOf(request.words) }
  const chunk = await renderChunk(request.chunk)
  if (chunk.samples.buffer instanceof ArrayBuffer) transfer(chunk.samples.buffer)
  return { did: 'speak', chunk }
})

// A failure is ignored here: the first request fails in the same way and reports it.
renderChunk(WARM_UP).catch(() => undefined)
