import type { MouthCue } from '#contract/visemes.ts'
import type { VoiceId } from '#contract/voices.ts'
import type { CallSpending } from './spending.ts'

/** On whose behalf a stretch of speech is heard. */
export interface HearingRequest {
  /** The call that pays; absent outside of calls. */
  spending?: CallSpending | undefined
  /** Callers share what the ears can do evenly. */
  caller?: string | undefined
}

/** Ears. One implementation hears what an assistant's knowledge lets it expect, another any sentence. */
export interface Recogniser {
  /** Starts to listen to one stretch of speech. Cheap; work begins with the first samples. */
  open(grammar: SpeechGrammar, request?: HearingRequest): RecogniserStream
  /** Makes later `open` calls with this grammar quick. */
  warm(grammar: SpeechGrammar): Promise<void>
  close(): Promise<void>
}

export interface SpeechGrammar {
  /** Equal ids promise equal patterns; what is compiled from them is kept under it. */
  id: string
  /** See `phrasePatternSchema`. */
  patterns: readonly string[]
  /** How speech that was none of the patterns is heard once more. */
  loosely?: LooseHearing | undefined
}

/** Hears single words in what people say in their own. Much of it is guessed, so something else must make sense of it. */
export interface LooseHearing {
  /** Equal ids promise equal speech. */
  id: string
  speech: LikelySpeech
  /** Whether a pattern that was heard says so much that its words are to be heard too. */
  isGrave(phrase: string): boolean
  /**
   * The text to go on with; undefined where the words say nothing that can be answered.
   * @param phrase the grave one that was heard in the same speech
   * @param hearAgain hears the speech once more, at another speed; of 1, as before
   */
  makeSense(
    heard: HeardWords,
    phrase: string | undefined,
    hearAgain: (speed: number) => Promise<HeardWords>,
  ): Promise<string | undefined>
}

/** Words that were guessed one by one. */
export interface HeardWords {
  words: string
  /** How much less likely they are than the best sounds of any kind, per frame: 3 to 4 where they were said, 5 where not. */
  strangeness: number
}

/** What a person may speak about: which words, and which of them follow one another. */
export interface LikelySpeech {
  /** As a person would say it. */
  asked: readonly string[]
  /** As it is written: people use the words, seldom in this order. */
  told: readonly string[]
}

/**
 * What the words so far can be: `complete` where nothing may follow them, `extendable` where they are whole and more may
 * follow ("a mocha · with milk"), `open` where something must follow, and `unknown` where these ears can't say.
 */
export type Progress = 'complete' | 'extendable' | 'open' | 'unknown'

export interface RecogniserStream {
  /** 16 kHz mono, −1…1. Never blocks. */
  write(samples: Float32Array): void
  /** Asked in every pause, several times. Never rejects: ears that fail say so in `finish`. */
  progress(): Promise<Progress>
  /** Ends the stretch; resolves with what was understood. */
  finish(): Promise<Recognition>
  /** Gives up without a result. Idempotent. */
  cancel(): void
}

export interface Recognition {
  /** The words, with capitals and signs where the ears know them; empty when nothing was understood. */
  text: string
  /** False when speech was heard that matches nothing expected. */
  understood: boolean
  /** The words end in the middle of a sentence, as far as can be told without knowing what was expected. */
  isUnfinished?: boolean
  /** Which ears these were, where there are several. */
  by?: string
}

export interface SpeechRequest {
  text: string
  voiceId: VoiceId
  /** The call that pays; absent outside of calls. */
  spending?: CallSpending | undefined
  /** The caller who hears it: callers share the workers evenly. */
  caller?: string | undefined
  /** For later: made only while no call waits for speech. */
  isWarmUp?: boolean | undefined
}

/** A voice. Yields audio in order, the first piece as early as it can. */
export interface Synthesiser {
  speak(request: SpeechRequest, signal?: AbortSignal): AsyncIterable<SpeechChunk>
  close(): Promise<void>
}

export interface SpeechChunk {
  /** 24 kHz mono, −1…1. */
  samples: Float32Array
  /** Times count from this chunk's first sample. */
  mouth: MouthCue[]
  /** The words heard in this chunk, in order, in the text's own spelling, with the space that follows each. */
  words: { text: string; startMs: number; endMs: number }[]
  /** Whose voice this is, where there are several. */
  by?: string
  /** It speaks for another one that is away. */
  isStandIn?: boolean
}
