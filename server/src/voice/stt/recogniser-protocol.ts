import type { LikelySpeech, Progress } from '../ports.ts'
import type { DroppedPattern, Phrases, Pronunciations } from './phrase-grammar.ts'

/** Requests of the grammar recogniser to its workers. `slot` is the number of a decoder within a worker. */
export type RecogniserRequest =
  /** Looks up the words that a grammar of these phrases or of this speech needs. */
  | { do: 'look-up'; source: GrammarSource }
  | { do: 'compile'; grammarId: string; source: GrammarSource; pronunciations: Pronunciations }
  | { do: 'learn'; grammarId: string; grammar: PackedGrammar }
  | { do: 'forget'; grammarId: string }
  | { do: 'prepare'; slot: number; grammarId: string }
  | { do: 'begin'; slot: number; grammarId: string; voice?: readonly number[] | undefined }
  /** Adds audio, if any, and decodes some of what is waiting. */
  | { do: 'write'; slot: number; samples?: Float32Array | undefined }
  /** Adds audio, if any, and judges what the words so far may be. */
  | { do: 'judge-progress'; slot: number; samples?: Float32Array | undefined }
  /** Adds audio, if any, and ends the speech. */
  | { do: 'finish'; slot: number; samples?: Float32Array | undefined }
  | { do: 'abandon'; slot: number }

/** What a grammar is compiled from: whole phrases, or speech of whose words it is to recognise any sequence. */
export type GrammarSource = Phrases | { speech: LikelySpeech }

export type RecogniserReply =
  | { did: 'done' }
  /** Only part of the audio is decoded: the request must be repeated, without its audio. */
  | { did: 'some' }
  | { did: 'look-up'; pronunciations: Map<string, string[]>; missing: string[] }
  | { did: 'compile'; grammar: PackedGrammar; dropped: DroppedPattern[] }
  | { did: 'judge-progress'; progress: Progress }
  /** `strangeness` is how badly single words fit the sound. */
  | { did: 'finish'; text: string; understood: boolean; strangeness: number; voice: readonly number[] | undefined }

/**
 * A serialised `CompiledGrammar` in memory that all threads share: half a megabyte for an assistant. Only workers
 * unpack it, because the main thread serves all calls.
 */
export type PackedGrammar = Uint8Array<SharedArrayBuffer>
