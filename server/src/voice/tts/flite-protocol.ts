import type { SpeechChunk } from '../ports.ts'
import type { ChunkRequest } from './render-chunk.ts'

/** What is asked of the threads in which Flite runs. */
export type FliteRequest = { do: 'speak'; chunk: ChunkRequest } | { do: 'pronounce'; words: string[] }

export type FliteReply = { did: 'speak'; chunk: SpeechChunk } | { did: 'pronounce'; phones: (readonly string[])[] }
