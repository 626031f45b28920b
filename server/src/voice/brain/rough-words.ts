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
 * What an entry must have of the words that were heard: their score in the search times the share of the telling ones that
 * are its own. Measured by `npm run bench:understanding -- --spoken`: of strangers' sentences a fiftieth reaches the first,
 * a twelfth the second.
 */
const OF_QUESTION = { sure: 32, likely: 14 }
/** A text without questions has each of its words in one place only, not in question, patterns and keywords. */
const OF_TEXT = { sure: 18, likely: 6 }

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
  const best = index.closest(normaliseWords(text))
  if (!best) return undefined
  const likeness = best.score * best.share
  const { sure, likely } = best.entry.isOffered ? OF_QUESTION : OF_TEXT
  return likeness < likely ? undefined : { entry: best.entry, isSure: likeness >= sure }
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
      const cry = await cryIn(heard, phrase !== undefined, hearAgain)
      if (cry !== undefined) return phrase ?? `${MARK} ${cry} ${CRY_MARK}`
      const text = writtenRoughly(heard.words)
      index ??= inSlices(buildKnowledgeIndex(assistant))
      return senseOf(await index, text) ? text : undefined
    },
  }
}
