import type { AssistantDefinition, KnowledgeEntry } from '#contract/assistant.ts'
import { normaliseWords } from '#contract/phrase-pattern.ts'
import { inSlices } from '../../infra/in-slices.ts'
import { detectEmergency } from '../emergency/detect.ts'
import { cryIn } from '../emergency/heard-danger.ts'
import type { LooseHearing } from '../ports.ts'
import { buildKnowledgeIndex, type KnowledgeIndex } from './knowledge-index.ts'

/** Stands at either end of words that were heard one by one, with others among them that were not. */
const MARK = '…'
const CRY_MARK = `${MARK}!`

/**
 * Log odds that an entry is meant by words that were heard: from how likely it is to be asked for by them as a text, and, where the search
 * finds the same entry by the words alone, from the root of their score there. Learnt by logistic regression from 530 sentences of nine voices
 * said to eight assistants, with the half of the corpus that is learnt from.
 */
const WEIGHTS = { probability: 0.76, score: 0.35, constant: -3.11 }
/** Of 78 strangers' sentences one reached the first, seven the second. */
const OF_QUESTION = { sure: 1, likely: -1.3 }
/** Of a passage of a text, which has no questions: the score alone. */
const OF_TEXT = { sure: 18, likely: 6 }
/** A hum may be heard as one or two. */
const MIN_SURE_WORDS = 3
/** Nothing is surer, or less sure. */
const LEAST_DOUBT = 1e-3

/** What rough words are about. */
export interface Sense {
  entry: KnowledgeEntry
  /** Otherwise it must be asked whether this is meant. */
  isSure: boolean
}

/** Whether a text is words that the ears made out in speech that was none of the phrases they expected. */
export function isRough(text: string): boolean {
  return text.startsWith(MARK) && (text.endsWith(MARK) || isRoughCry(text))
}

/** Whether such words are a cry for help: the ears judge that by more than the words. */
export function isRoughCry(text: string): boolean {
  return text.startsWith(MARK) && text.endsWith(CRY_MARK)
}

export function writtenRoughly(words: string): string {
  return `${MARK} ${words} ${MARK}`
}

export function senseOf(index: KnowledgeIndex, text: string): Sense | undefined {
  // Phrases were refused, and yet every word of one was heard.
  const whole = index.exact(text)
  if (whole) return { entry: whole, isSure: true }
  const words = normaliseWords(text)
  const best = index.closest(words)
  const likeliest = index.likeliest(words.join(' '))
  if (!best || !likeliest) return undefined
  const score = best.score * best.share
  if (!best.entry.isOffered) return judged(best.entry, score, OF_TEXT)
  const { entry, probability } = likeliest
  const odds = (probability + LEAST_DOUBT) / (1 - probability + LEAST_DOUBT)
  const logOdds =
    WEIGHTS.probability * Math.log(odds) +
    WEIGHTS.score * Math.sqrt(best.entry === entry ? score : 0) +
    WEIGHTS.constant
  const sense = judged(entry, logOdds, OF_QUESTION)
  return sense && { ...sense, isSure: sense.isSure && words.length >= MIN_SURE_WORDS }
}

function judged(entry: KnowledgeEntry, value: number, { sure, likely }: typeof OF_TEXT): Sense | undefined {
  return value < likely ? undefined : { entry, isSure: value >= sure }
}

/**
 * Keeps of such words what an assistant can answer, or help with at once; the rest was not understood. A cry for help that
 * was heard as a phrase is kept where the words bear it out: of what strangers say, a short one is too easily heard.
 */
export function createSenseMaker(assistant: AssistantDefinition): Pick<LooseHearing, 'isGrave' | 'makeSense'> {
  let index: Promise<KnowledgeIndex> | undefined
  return {
    isGrave: (phrase) => detectEmergency(phrase) !== undefined,
    makeSense: async (heard, phrase, hearAgain) => {
      index ??= inSlices(buildKnowledgeIndex(assistant))
      const text = writtenRoughly(heard.words)
      const sense = senseOf(await index, text)
      const cry = await cryIn(heard, { isPhrase: phrase !== undefined, isQuestion: sense?.isSure === true }, hearAgain)
      if (cry !== undefined) return phrase ?? `${MARK} ${cry} ${CRY_MARK}`
      return sense && text
    },
  }
}
