import { deserialize, serialize } from 'node:v8'
import { createRecentValues } from '../../infra/recent-values.ts'
import { serveWorker } from '../workers/serve-worker.ts'
import { createDecoderSlot, type DecoderSlot } from './decoder-slot.ts'
import { lookUpWords } from './dictionary.ts'
import { createNoiseReducer } from './noise-reducer.ts'
import { compileGrammar, grammarWords, MOST_ACTIVE, type CompiledGrammar } from './phrase-grammar.ts'
import type { GrammarSource, PackedGrammar, RecogniserReply, RecogniserRequest } from './recogniser-protocol.ts'
import { createDecoderFactory, loadSoundSwallower } from './soundswallower.ts'
import { createSharedDecoder, withSecondPass } from './two-passes.ts'
import { compileWords, everydayWords, wordsOfSpeech } from './word-network.ts'

/**
 * Search beams wide enough to keep the grammar's phone loop beside the phrases: narrower beams prune it, and unexpected
 * speech is then taken for a phrase.
 */
const SEARCH = { beam: 1e-80, pbeam: 1e-80, wbeam: 1e-60, maxhmmpf: MOST_ACTIVE.phrases }
/**
 * `topn` is how many of the best Gaussians of each mixture are evaluated. With 2, in every second frame, there is a
 * fifth less work, but a fiftieth less is understood.
 */
const QUICK = { ...SEARCH, topn: 4 }
/** In noise, the best Gaussian is often wrong. With 8, a seventh more is understood than with 4; 16 adds nothing. */
const CAREFUL = { ...SEARCH, topn: 8 }

const soundSwallower = loadSoundSwallower()
const createQuick = slotsWith(QUICK)
const shared = {
  careful: createSharedDecoder(slotsWith(CAREFUL)),
  reduceNoise: createNoiseReducer(),
  words: createSharedDecoder(createQuick),
}
const slots = new Map<number, Promise<DecoderSlot>>()
/** Kept packed, because the networks of an assistant take megabytes as objects. */
const grammars = new Map<string, PackedGrammar>()
const MOST_UNPACKED = 4
const unpacked = createRecentValues<string, CompiledGrammar>(MOST_UNPACKED)
/**
 * Half a second of noise is decoded when the thread prepares its first decoder: the code that V8 has not optimised yet is
 * several times slower, and a caller would wait for it. Three seconds helped no more and took a second and a half of a core.
 */
const REHEARSED_SAMPLES = 8_000
let isRehearsed = false

serveWorker<RecogniserRequest, RecogniserReply>(async (request) => {
  switch (request.do) {
    case 'look-up':
      return lookUp(request.source)
    case 'compile': {
      const { grammarId, source, pronunciations } = request
      const { grammar, dropped } =
        'speech' in source
          ? { grammar: compileWords(grammarId, source.speech, pronunciations), dropped: [] }
          : compileGrammar(grammarId, source, pronunciations)
      return { did: 'compile', grammar: pack(grammar), dropped }
    }
    case 'learn':
      grammars.set(request.grammarId, request.grammar)
      return { did: 'done' }
    case 'forget':
      grammars.delete(request.grammarId)
      unpacked.delete(request.grammarId)
      return { did: 'done' }
    case 'prepare':
      await prepare(await slotFor(request.slot), grammarFor(request.grammarId))
      return { did: 'done' }
    case 'begin':
      ;(await slotFor(request.slot)).begin(grammarFor(request.grammarId), request.voice)
      return { did: 'done' }
    case 'write':
      return { did: (await (await slotFor(request.slot)).write(request.samples)) ? 'some' : 'done' }
    case 'judge-progress': {
      const slot = await slotFor(request.slot)
      if (request.samples) await slot.write(request.samples)
      const progress = await slot.progress()
      return progress === undefined ? { did: 'some' } : { did: 'judge-progress', progress }
    }
    case 'finish': {
      const slot = await slotFor(request.slot)
      if (request.samples) await slot.write(request.samples)
      const heard = await slot.finish()
      if (!heard) return { did: 'some' }
      const { text, understood, strangeness, voice } = heard
      return { did: 'finish', text, understood, strangeness, voice }
    }
    case 'abandon':
      ;(await slotFor(request.slot)).abandon()
      return { did: 'done' }
  }
})

async function lookUp(source: GrammarSource): Promise<RecogniserReply> {
  const isOfPhrases = 'patterns' in source
  const words = isOfPhrases ? grammarWords(source) : new Set([...wordsOfSpeech(source.speech), ...everydayWords()])
  const pronunciations = await lookUpWords(words, isOfPhrases)
  return { did: 'look-up', pronunciations, missing: [...words].filter((word) => !pronunciations.has(word)) }
}

async function prepare(slot: DecoderSlot, grammar: CompiledGrammar): Promise<void> {
  slot.prepare(grammar)
  if (isRehearsed) return
  isRehearsed = true
  slot.begin(grammar)
  await slot.write(Float32Array.from({ length: REHEARSED_SAMPLES }, () => Math.random() / 5 - 0.1))
  // Noise is refused, so the careful decoder is made and rehearsed as well.
  let heard = await slot.finish()
  while (!heard) heard = await slot.finish()
}

function slotsWith(search: typeof SEARCH): () => Promise<DecoderSlot> {
  const factory = soundSwallower.then((loaded) => createDecoderFactory(loaded, search))
  return async () => createDecoderSlot(await factory)
}

function slotFor(slot: number): Promise<DecoderSlot> {
  let decoder = slots.get(slot)
  if (!decoder) {
    decoder = createQuick().then((quick) => withSecondPass(quick, shared))
    slots.set(slot, decoder)
  }
  return decoder
}

function grammarFor(grammarId: string): CompiledGrammar {
  const packed = grammars.get(grammarId)
  if (!packed) throw new Error(`The grammar ${grammarId} was never sent to this worker.`)
  return unpacked.getOr(grammarId, () => unpack(packed))
}

function pack(grammar: CompiledGrammar): PackedGrammar {
  const bytes = serialize(grammar)
  const packed = new Uint8Array(new SharedArrayBuffer(bytes.length))
  packed.set(bytes)
  return packed
}

function unpack(grammar: PackedGrammar): CompiledGrammar {
  // The bytes come from `pack` above, so their type is known.
  return deserialize(grammar) as CompiledGrammar
}
