import type { LikelySpeech, Progress } from '../ports.ts'
import type { DroppedPattern } from './phrase-grammar.ts'

/** What the grammar recogniser asks of its workers. `slot` names a decoder inside one worker. */
export type RecogniserRequest =
  /** The words of these patterns, in the dictionary. */
  | { do: 'look-up'; patterns: readonly string[] }
  /** The words of such speech, and those of everyday. */
  | { do: 'look-up-words'; speech: LikelySpeech }
  | {
      do: 'compile'
      grammarId: string
      patterns: readonly string[]
      pronunciations: ReadonlyMap<string, readonly string[]>
    }
  | {
      do: 'compile-words'
      grammarId: string
      speech: LikelySpeech
      pronunciations: ReadonlyMap<string, readonly string[]>
    }
  | { do: 'learn'; grammarId: string; grammar: PackedGrammar }
  | { do: 'forget'; grammarId: string }
  | { do: 'prepare'; slot: number; grammarId: string }
  | { do: 'begin'; slot: number; grammarId: string }
  | { do: 'write'; slot: number; samples: Float32Array }
  /** What the words so far can be. */
  | { do: 'judge-progress'; slot: number }
  | { do: 'finish'; slot: number }
  | { do: 'abandon'; slot: number }

export type RecogniserReply =
  | { did: 'done' }
  /** Of what there was to decode: to be asked again. */
  | { did: 'some' }
  | { did: 'look-up'; pronunciations: Map<string, string[]>; missing: string[] }
  | { did: 'compile'; grammar: PackedGrammar; dropped: DroppedPattern[] }
  | { did: 'judge-progress'; progress: Progress }
  /** Of single words, how badly they fit the sound. */
  | { did: 'finish'; text: string; understood: boolean; strangeness: number }

/**
 * A `CompiledGrammar` as bytes that all threads share: half a megabyte for an assistant. Only workers unpack it, since the
 * thread in between serves all calls.
 */
export type PackedGrammar = Uint8Array<SharedArrayBuffer>
