import { loudnessOf } from '../audio/loudness.ts'
import { joinSamples } from '../audio/pcm16.ts'
import type { DecoderSlot, SlotHeard } from './decoder-slot.ts'
import type { NoiseReducer, NoiseReduction } from './noise-reducer.ts'
import type { CompiledGrammar } from './phrase-grammar.ts'

type Heard = SlotHeard | undefined

interface Spoken {
  grammar: CompiledGrammar
  /** The mean cepstrum of the caller's earlier turns. */
  voice: readonly number[] | undefined
  pieces: Float32Array[]
}

/** A decoder that all utterances of a thread share, because few need it. */
interface SharedDecoder {
  /** Undefined while there is more to decode, or while another utterance is being decoded: ask again. */
  hear(utterance: Spoken): Promise<Heard>
  /** Discards an utterance; has no effect on others. */
  leave(utterance: object): void
}

/** The level of speech above that of the pauses. If it is lower, the room is noisy. */
const CLEAR_SPEECH_DB = 32

/** @param create makes the decoder when it is needed for the first time */
export function createSharedDecoder(create: () => Promise<DecoderSlot>): SharedDecoder {
  let decoder: Promise<DecoderSlot> | undefined
  let current: object | undefined
  /** Results that became ready while another utterance asked. */
  const results = new WeakMap<object, SlotHeard>()
  return {
    hear: async (utterance) => {
      const { grammar, voice, pieces } = utterance
      if (!results.has(utterance)) {
        try {
          decoder ??= create()
          const slot = await decoder
          if (!current) {
            current = utterance
            slot.begin(grammar, voice)
            // Joined, so that the decoder can measure the mean of the whole utterance first.
            await slot.write(joinSamples(pieces))
          }
          // A waiting utterance that asks also moves the current one forward, since it would otherwise ask in vain.
          const heard = await slot.finish()
          if (heard) {
            results.set(current, heard)
            current = undefined
          }
        } catch (error) {
          current = undefined
          throw error
        }
      }
      const heard = results.get(utterance)
      results.delete(utterance)
      return heard
    },
    leave: (utterance) => {
      results.delete(utterance)
      if (current !== utterance) return
      current = undefined
      void decoder?.then((slot) => slot.abandon())
    },
  }
}

interface SharedDecoders {
  /** Decodes phrases a second time: slower and more accurate. */
  careful: SharedDecoder
  /** Removes noise from speech in a noisy room, before it is decoded a second time. */
  reduceNoise: NoiseReducer
  /** Decodes single words. Their network is large; a slot that loaded it would have to load its phrases again afterwards. */
  words: SharedDecoder
}

interface Utterance extends Spoken {
  /** Undefined while the slot's own decoder is used. */
  heardBy: SharedDecoder | undefined
  /** Present for speech in a noisy room until the noise is removed. */
  reduction?: NoiseReduction
  /** The voice with the noise in it, as the call knows it from other turns. */
  noisyVoice?: readonly number[] | undefined
}

/**
 * A slot with two passes: it decodes quickly while the caller speaks, and again, more accurately, if the quick pass
 * rejected the utterance, or if there is noise, which is removed before.
 */
export function withSecondPass(quick: DecoderSlot, { careful, reduceNoise, words }: SharedDecoders): DecoderSlot {
  let utterance: Utterance | undefined

  const forget = (): void => {
    if (utterance) utterance.heardBy?.leave(utterance)
    utterance?.reduction?.release()
    utterance = undefined
  }

  return {
    ...quick,
    begin: (grammar, voice) => {
      forget()
      const isOfWords = grammar.kind === 'words'
      utterance = { grammar, voice, pieces: [], heardBy: isOfWords ? words : undefined }
      if (isOfWords) quick.abandon()
      else quick.begin(grammar, voice)
    },
    write: async (samples) => {
      if (samples) utterance?.pieces.push(samples)
      return utterance?.heardBy ? false : quick.write(samples)
    },
    finish: async () => {
      const spoken = utterance
      if (!spoken?.heardBy) {
        const heard = await quick.finish()
        if (!heard || !spoken || spoken.pieces.length === 0) return heard
        const isNoisy = dynamicsDb(spoken.pieces) < CLEAR_SPEECH_DB
        if (heard.understood && !isNoisy) return heard
        spoken.heardBy = careful
        if (isNoisy) {
          spoken.reduction = reduceNoise(joinSamples(spoken.pieces))
          spoken.noisyVoice = heard.voice
        }
      }
      if (spoken.reduction) {
        const quiet = spoken.reduction.proceed()
        if (!quiet) return undefined
        delete spoken.reduction
        spoken.pieces = [quiet]
        // The voice known from earlier turns includes the noise and does not fit the cleaned sound.
        spoken.voice = undefined
      }
      const heard = await spoken.heardBy.hear(spoken)
      if (!heard) return undefined
      utterance = undefined
      return spoken.noisyVoice ? { ...heard, voice: spoken.noisyVoice } : heard
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
