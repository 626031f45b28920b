import type { MouthCue } from '#contract/visemes.ts'
import type { VoiceId } from '#contract/voices.ts'
import type { CallSpending } from './spending.ts'

/** Who a stretch of speech is recognised for. */
export interface HearingRequest {
  /** The call that is charged; absent outside of calls. */
  spending?: CallSpending | undefined
  /** The caller's key in the fair queue: callers share the recogniser evenly. */
  caller?: string | undefined
}

/**
 * Speech recognition. One implementation knows only the phrases that an assistant's knowledge leads it to expect;
 * others take any sentence.
 */
export interface Recogniser {
  /** Starts recognising one stretch of speech. Cheap: the work begins with the first samples. */
  open(grammar: SpeechGrammar, request?: HearingRequest): RecogniserStream
  /**
   * Prepares a grammar, so that later `open` calls with it are quick.
   * @param call aborts when the call ends that this is for; until then the recogniser is ready for it, even while others speak
   */
  warm(grammar: SpeechGrammar, call?: AbortSignal): Promise<void>
  close(): Promise<void>
}

export interface SpeechGrammar {
  /** The same id always means the same patterns. It is the key of the compiled grammar. */
  id: string
  /** Phrase patterns; their syntax is described at `phrasePatternSchema`. */
  patterns: readonly string[]
  /** Patterns that answer the question just asked; they are treated as likelier than the others. */
  expected?: readonly string[] | undefined
  /** Patterns that are understood within other speech too; the result then has only their words. */
  spotted?: readonly string[] | undefined
  /** How to recognise speech that matched none of the patterns. */
  loosely?: LooseHearing | undefined
}

/** Recognises single words in speech outside the grammar. Many of them are guesses, so `makeSense` must interpret them. */
export interface LooseHearing {
  /** The same id always means the same `speech`. */
  id: string
  speech: LikelySpeech
  /**
   * Whether the single words must be recognised although a phrase was: the phrase is a cry for help, or it fits the
   * sound so badly that something else may have been said.
   */
  isDoubtful(phrase: HeardWords): boolean
  /**
   * Interprets the single words. Returns the text to continue with; undefined if the words are nothing that can be
   * answered.
   * @param phrase the doubtful phrase that was recognised in the same speech, if any
   * @param hearAgain recognises the speech once more at another speed, where 1 is the original one
   */
  makeSense(
    heard: HeardWords,
    phrase: HeardWords | undefined,
    hearAgain: (speed: number) => Promise<HeardWords>,
  ): Promise<string | undefined>
}

/** Words that were recognised, as a phrase or one by one. */
export interface HeardWords {
  words: string
  /**
   * How badly the words fit the sound: how much less likely they are, per frame, than the best sequence of any sounds.
   * Single words: about 3 to 4 if they were really said, 5 if not. Phrases: 2 to 4.5 if said, 4.5 to 6 if not.
   */
  strangeness: number
}

/** Examples of what people may say: they determine the words to recognise and which of them follow one another. */
export interface LikelySpeech {
  /** Sentences in spoken style. */
  asked: readonly string[]
  /** Sentences in written style: people use their words, but seldom in that order. */
  told: readonly string[]
}

/**
 * What the words so far may be: `complete` (nothing may follow), `extendable` (a whole sentence that more may follow:
 * "a mocha · with milk"), `open` (something must follow) or `unknown` (this recogniser can't tell).
 */
export type Progress = 'complete' | 'extendable' | 'open' | 'unknown'

export interface RecogniserStream {
  /** 16 kHz mono, −1…1. Never blocks. */
  write(samples: Float32Array): void
  /** Asked several times in each pause. Never rejects: a recogniser that fails reports it in `finish`. */
  progress(): Promise<Progress>
  /** Ends the stretch of speech and resolves with the result. */
  finish(): Promise<Recognition>
  /** Stops without a result. Idempotent. */
  cancel(): void
}

export interface Recognition {
  /** The words, with capitals and punctuation if the recogniser provides them; empty if nothing was understood. */
  text: string
  /** False if there was speech that matched nothing expected. */
  understood: boolean
  /** The words end in the middle of a sentence, as far as can be told without the grammar. */
  isUnfinished?: boolean
  /** Which recogniser this was, if there are several. */
  by?: string
}

export interface SpeechRequest {
  text: string
  voiceId: VoiceId
  /** The call that is charged; absent outside of calls. */
  spending?: CallSpending | undefined
  /** The caller's key in the fair queue: callers share the workers evenly. */
  caller?: string | undefined
  /** Speech for later use: synthesised only while no call waits for speech. */
  isWarmUp?: boolean | undefined
  /** The caller hears nothing until this speech begins, so its first piece precedes what other calls will need later. */
  isAwaited?: boolean | undefined
}

/** Speech synthesis. Yields audio in order, the first piece as early as possible. */
export interface Synthesiser {
  speak(request: SpeechRequest, signal?: AbortSignal): AsyncIterable<SpeechChunk>
  close(): Promise<void>
}

export interface TimedWord {
  text: string
  startMs: number
  endMs: number
}

export interface SpeechChunk {
  /** 24 kHz mono, −1…1. */
  samples: Float32Array
  /** Mouth cues; times count from this chunk's first sample. */
  mouth: MouthCue[]
  /** The words spoken in this chunk, in order, spelt as in the text, each with the space that follows it. */
  words: TimedWord[]
  /** The name of the synthesiser that spoke, if there are several. */
  by?: string
  /** The chunk was spoken by a fallback, because the intended synthesiser was unavailable. */
  isStandIn?: boolean
}
