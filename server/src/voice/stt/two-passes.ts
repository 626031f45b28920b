import { loudnessOf } from '../audio/loudness.ts'
import { joinSamples } from '../audio/pcm16.ts'
import type { DecoderSlot, SlotHeard } from './decoder-slot.ts'
import type { CompiledGrammar } from './phrase-grammar.ts'

type Heard = SlotHeard | undefined

/** A decoder that all utterances of a thread share, because few need it. */
export interface SharedDecoder {
  /** Undefined while there is more to decode, or while another utterance is being decoded: ask again. */
  hear(utterance: object, grammar: CompiledGrammar, pieces: readonly Float32Array[]): Promise<Heard>
  /** Discards an utterance; has no effect on others. */
  leave(utterance: object): void
}

/** The level of speech above that of the pauses. If it is lower, the room is noisy. */
const CLEAR_SPEECH_DB = 30
/**
 * The largest `meanDrift` of a result that is accepted from the quick pass. A quarter of the sentences longer than two
 * seconds exceed it. In a test with people's commands, those that only the second pass understood exceeded it too.
 */
const MOST_DRIFT = 2.5

/** @param create makes the decoder when it is needed for the first time */
export function createSharedDecoder(create: () => Promise<DecoderSlot>): SharedDecoder {
  let decoder: Promise<DecoderSlot> | undefined
  let current: object | undefined
  return {
    hear: async (utterance, grammar, pieces) => {
      if (current && current !== utterance) return undefined
      const isNew = current === undefined
      current = utterance
      let heard: Heard
      try {
        decoder ??= create()
        const slot = await decoder
        if (isNew) {
          slot.begin(grammar)
          // Joined, so that the decoder can measure the mean of the whole utterance first.
          await slot.write(joinSamples(pieces))
        }
        heard = await slot.finish()
      } catch (error) {
        current = undefined
        throw error
      }
      if (heard) current = undefined
      return heard
    },
    leave: (utterance) => {
      if (current !== utterance) return
      current = undefined
      void decoder?.then((slot) => slot.abandon())
    },
  }
}

export interface SharedDecoders {
  /** Decodes phrases a second time: slower and more accurate. */
  careful: SharedDecoder
  /** Decodes single words. Their network is large; a slot that loaded it would have to load its phrases again afterwards. */
  words: SharedDecoder
}

interface Utterance {
  grammar: CompiledGrammar
  pieces: Float32Array[]
  /** Undefined while the slot's own decoder is used. */
  heardBy: SharedDecoder | undefined
}

/**
 * A slot with two passes: it decodes quickly while the caller speaks, and again, more accurately, if the quick pass
 * rejected the utterance, if there is noise, or if the mean used was wrong for the whole sentence.
 */
export function withSecondPass(quick: DecoderSlot, { careful, words }: SharedDecoders): DecoderSlot {
  let utterance: Utterance | undefined

  const forget = (): void => {
    if (utterance) utterance.heardBy?.leave(utterance)
    utterance = undefined
  }

  return {
    ...quick,
    begin: (grammar) => {
      forget()
      const isOfWords = grammar.kind === 'words'
      utterance = { grammar, pieces: [], heardBy: isOfWords ? words : undefined }
      if (isOfWords) quick.abandon()
      else quick.begin(grammar)
    },
    write: async (samples) => {
      utterance?.pieces.push(samples)
      if (!utterance?.heardBy) await quick.write(samples)
    },
    finish: async () => {
      const spoken = utterance
      if (!spoken?.heardBy) {
        const heard = await quick.finish()
        if (!heard || !spoken || spoken.pieces.length === 0) return heard
        const isSure = heard.understood && heard.meanDrift <= MOST_DRIFT
        if (isSure && dynamicsDb(spoken.pieces) >= CLEAR_SPEECH_DB) return heard
        spoken.heardBy = careful
      }
      const heard = await spoken.heardBy.hear(spoken, spoken.grammar, spoken.pieces)
      if (heard) utterance = undefined
      return heard
    },
    abandon: () => {
      forget()
      quick.abandon()
    },
  }
}

/** The difference between the loud and the quiet parts in decibels. */
export function dynamicsDb(pieces: readonly Float32Array[]): number {
  // Joined, because the pieces need not be whole frames.
  const { voiceDb, roomDb } = loudnessOf([joinSamples(pieces)])
  return voiceDb - roomDb
}
