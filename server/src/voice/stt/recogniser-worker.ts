import { serveWorker } from '../workers/serve-worker.ts'
import { createDecoderSlot, type DecoderSlot } from './decoder-slot.ts'
import { lookUpWords } from './dictionary.ts'
import type { CompiledGrammar } from './phrase-grammar.ts'
import type { RecogniserReply, RecogniserRequest } from './recogniser-protocol.ts'
import { createDecoderFactory, loadSoundSwallower } from './soundswallower.ts'

/**
 * Wide enough for the phone loop of the grammar to live beside the phrases: narrower ones prune it, and what nobody
 * expected is then taken for a phrase. `maxhmmpf` bounds what one frame may cost: 900 recognises what 3000 does for a
 * fifth less work, 450 no longer does.
 */
const SEARCH = { beam: 1e-80, pbeam: 1e-80, wbeam: 1e-60, maxhmmpf: 900 }

const factory = loadSoundSwallower().then((soundSwallower) => createDecoderFactory(soundSwallower, SEARCH))
const slots = new Map<number, Promise<DecoderSlot>>()
const grammars = new Map<string, CompiledGrammar>()

serveWorker<RecogniserRequest, RecogniserReply>(async (request) => {
  switch (request.do) {
    case 'look-up':
      return { did: 'look-up', pronunciations: await lookUpWords(request.words) }
    case 'learn':
      grammars.set(request.grammar.id, request.grammar)
      return { did: 'done' }
    case 'prepare':
      ;(await slotFor(request.slot)).prepare(grammarFor(request.grammarId))
      return { did: 'done' }
    case 'begin':
      ;(await slotFor(request.slot)).begin(grammarFor(request.grammarId))
      return { did: 'done' }
    case 'write':
      await (await slotFor(request.slot)).write(request.samples)
      return { did: 'done' }
    case 'finish':
      return { did: 'finish', ...(await (await slotFor(request.slot)).finish()) }
    case 'abandon':
      ;(await slotFor(request.slot)).abandon()
      return { did: 'done' }
  }
})

function slotFor(slot: number): Promise<DecoderSlot> {
  let decoder = slots.get(slot)
  if (!decoder) {
    decoder = factory.then(createDecoderSlot)
    slots.set(slot, decoder)
  }
  return decoder
}

function grammarFor(grammarId: string): CompiledGrammar {
  const grammar = grammars.get(grammarId)
  if (!grammar) throw new Error(`The grammar ${grammarId} was never sent to this worker.`)
  return grammar
}
