import type { LikelySpeech, Progress } from '../ports.ts'
import type { KnownVoice } from './known-voice.ts'
import type { DroppedPattern } from './phrase-grammar.ts'

/** Requests of the grammar recogniser to its workers. `slot` is the number of a decoder within a worker. */
export type RecogniserRequest =
  /** Looks up the words of these patterns in the dictionary. */
  | { do: 'look-up'; patterns: readonly string[] }
  /** Looks up the words of this speech and everyday words in the dictionary. */
  | { do: 'look-up-words'; speech: LikelySpeech }
  | {
      do: 'compile'
      grammarId: string
      patterns: readonly string[]
      expected: readonly string[]
      spotted: readonly string[]
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
  | { do: 'begin'; slot: number; grammarId: string; voice?: KnownVoice | undefined }
  /** Adds audio, if any, and decodes some of what is waiting. */
  | { do: 'write'; slot: number; samples?: Float32Array | undefined }
  /** Adds audio, if any, and judges what the words so far may be. */
  | { do: 'judge-progress'; slot: number; samples?: Float32Array | undefined }
  /** Adds audio, if any, and ends the speech. */
  | { do: 'finish'; slot: number; samples?: Float32Array | undefined }
  | { do: 'abandon'; slot: number }

export type RecogniserReply =
  | { did: 'done' }
  /** Only part of the audio is decoded: the request must be repeated, without its audio. */
  | { did: 'some' }
  | { did: 'look-up'; pronunciations: Map<string, string[]>; missing: string[] }
  | { did: 'compile'; grammar: PackedGrammar; dropped: DroppedPattern[] }
  | { did: 'judge-progress'; progress: Progress }
  /** `strangeness` is how badly single words fit the sound. */
  | { did: 'finish'; text: string; understood: boolean; strangeness: number; voice: KnownVoice | undefined }

/**
 * A serialised `CompiledGrammar` in memory that all threads share: half a megabyte for an assistant. Only workers
 * unpack it, because the main thread serves all calls.
 */
export type PackedGrammar = Uint8Array<SharedArrayBuffer>
