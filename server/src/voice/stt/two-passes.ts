import { loudnessOf } from '../audio/loudness.ts'
import { joinSamples } from '../audio/pcm16.ts'
import type { DecoderSlot, SlotHeard } from './decoder-slot.ts'
import type { CompiledGrammar } from './phrase-grammar.ts'

type Heard = SlotHeard | undefined

/** A decoder that the utterances of one thread share: few need it. */
export interface SharedDecoder {
  /** Undefined while there is more to decode, or another utterance is decoded: to be asked again. */
  hear(utterance: object, grammar: CompiledGrammar, pieces: readonly Float32Array[]): Promise<Heard>
  /** Forgets an utterance. Also right when it is not decoded. */
  leave(utterance: object): void
}

/** Between the loud and the quiet moments of an utterance. With less, the room speaks too. */
const CLEAR_SPEECH_DB = 30
/**
 * The quick pass decoded with too wrong a mean, as it does with a quarter of the sentences of more than two seconds. Of
 * people's commands, those that only the mean of the whole understood were above it.
 */
const MOST_DRIFT = 2.5

/** @param create makes the decoder when it is first needed */
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
          // In one piece, so that the decoder knows the mean of all of it before it begins.
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
  /** Hears phrases once more. */
  careful: SharedDecoder
  /** Hears words one by one. Their network is large, and a slot that took it in would have to load its phrases again. */
  words: SharedDecoder
}

interface Utterance {
  grammar: CompiledGrammar
  pieces: Float32Array[]
  /** Undefined while the slot's own decoder listens. */
  heardBy: SharedDecoder | undefined
}

/**
 * A slot that decodes quickly while the caller speaks, and once more, carefully, what the quick pass refused, heard in
 * noise, or heard with a mean that the rest of the sentence proved wrong.
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

/** How far the loud moments are above the quiet ones. */
export function dynamicsDb(pieces: readonly Float32Array[]): number {
  // In one piece: a caller's pieces need not be whole frames.
  const { voiceDb, roomDb } = loudnessOf([joinSamples(pieces)])
  return voiceDb - roomDb
}
