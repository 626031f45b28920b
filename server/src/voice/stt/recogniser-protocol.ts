import type { CompiledGrammar } from './phrase-grammar.ts'

/** What the grammar recogniser asks of its workers. `slot` names a decoder inside one worker. */
export type RecogniserRequest =
  | { do: 'look-up'; words: string[] }
  | { do: 'learn'; grammar: CompiledGrammar }
  | { do: 'prepare'; slot: number; grammarId: string }
  | { do: 'begin'; slot: number; grammarId: string }
  | { do: 'write'; slot: number; samples: Float32Array }
  | { do: 'finish'; slot: number }
  | { do: 'abandon'; slot: number }

export type RecogniserReply =
  | { did: 'done' }
  | { did: 'look-up'; pronunciations: Map<string, string[]> }
  | { did: 'finish'; text: string; understood: boolean }
