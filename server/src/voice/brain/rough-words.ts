import type { AssistantDefinition } from '#contract/assistant.ts'
import { normaliseWords } from '#contract/phrase-pattern.ts'
import { detectEmergency } from '../emergency/detect.ts'
import { cryIn } from '../emergency/heard-danger.ts'
import type { HeardWords, LooseHearing } from '../ports.ts'
import { knowledgeIndexOf, type KnowledgeIndex } from './knowledge-index.ts'
import { judge, THRESHOLDS, type Likely, type Understanding } from './understanding/judge-likeness.ts'

/** Marks both ends of "rough" words: single words recognised in speech of which other words were not understood. */
const MARK = '…'
const CRY_MARK = `${MARK}!`
/** Ends a question of the assistant's that may have been asked. */
const UNSURE_MARK = `${MARK}?`

/**
 * Weights for the log odds that rough words ask for an entry. `probability` applies to the log odds of the index for
 * the words as a text; `score` to the square root of their search score, if the search finds the same entry. Learnt by
 * logistic regression from 530 sentences that nine voices said to eight assistants, from the training half of the
 * corpus.
 */
const WEIGHTS = { probability: 0.76, score: 0.35, constant: -3.11 }
/**
 * Thresholds of the log odds. Of 60 questions to other assistants, three reached `sure` and five reached `likely`; with a
 * `likely` of −1.3, none did, and of 140 questions that should be answered ten more were discarded.
 */
const OF_QUESTION = { sure: 1, likely: -2.2 }
/** Noise is recognised as one or two words, such as "theft". */
const OF_FEW_WORDS = { sure: Infinity, likely: 0 }
/** The same for plain knowledge (see `Schooling`), without the score; learnt from 344 questions to 128 invented businesses. */
const WEIGHTS_OF_PLAIN = { probability: 0.76, constant: 0.12 }
/**
 * A phrase that fits the sound worse than this may have been something else, and one of danger that fits better was
 * certainly said. Phrases that synthetic voices and 24 people had said had a strangeness of 1.6 to 2.7 and 2.4 to 4.5
 * (two of 20 people's: 4.9); those taken for something else, 3.7 to 6.8.
 */
const UNLIKELY_PHRASE_FROM = 4.6
const CERTAIN_PHRASE_BELOW = 2.8
/** The same for a phrase of a word or two. Those that were said had at most 5.7, those taken for something else 4.6 to 6.8. */
const UNLIKELY_SHORT_PHRASE_FROM = 5.8
/**
 * A phrase was certainly said if it is less strange than the single words by this much. Of 14 questions that led by less,
 * in voices with a foreign accent, half had been asked; of 31 that led by more, 29.
 */
const CLEAR_LEAD = 0.4
/** Noise such as a hum may be recognised as one or two words. */
const ENOUGH_WORDS = 3
/** Keeps probabilities away from 0 and 1, whose log odds would be infinite. */
const LEAST_DOUBT = 1e-3

/**
 * Whether a text consists of rough words: words recognised in speech that matched none of the expected phrases, or a
 * phrase that hardly fits better than other words.
 */
export function isRough(text: string): boolean {
  return text.startsWith(MARK) && (text.endsWith(MARK) || text.endsWith(UNSURE_MARK) || isRoughCry(text))
}

/**
 * Whether rough words are a cry for help. The recogniser decides that, since it knows more about the sound than the
 * words show.
 */
export function isRoughCry(text: string): boolean {
  return text.startsWith(MARK) && text.endsWith(CRY_MARK)
}

function writtenRoughly(words: string): string {
  return `${MARK} ${words} ${MARK}`
}

/** What rough words ask for. */
export function senseOf(index: KnowledgeIndex, text: string): Understanding {
  // The recogniser rejected the phrase as a whole but understood each of its words, or it is not sure of the phrase.
  const whole = index.exact(text)
  if (whole)
    return text.endsWith(UNSURE_MARK) ? { kind: 'ask-back', entries: [whole] } : { kind: 'answer', entry: whole }
  const words = normaliseWords(text)
  const likely = index.likely(words.join(' '))
  const [first] = likely
  if (!first) return { kind: 'refuse' }
  if (index.schooling === 'plain') {
    const sense = senseInPlain(likely)
    if (words.length >= ENOUGH_WORDS) return sense
    return sense.kind === 'answer' ? { kind: 'ask-back', entries: [sense.entry] } : { kind: 'refuse' }
  }
  const best = index.closest(words)
  if (!best) return { kind: 'refuse' }
  const { entry, probability } = first
  const odds = (probability + LEAST_DOUBT) / (1 - probability + LEAST_DOUBT)
  const logOdds =
    WEIGHTS.probability * Math.log(odds) +
    WEIGHTS.score * Math.sqrt(best.entry === entry ? best.score * best.share : 0) +
    WEIGHTS.constant
  const { sure, likely: askedBackFrom } = words.length < ENOUGH_WORDS ? OF_FEW_WORDS : OF_QUESTION
  if (logOdds >= sure) return { kind: 'answer', entry }
  return logOdds >= askedBackFrom ? { kind: 'ask-back', entries: [entry] } : { kind: 'refuse' }
}

/** What rough words ask for in plain knowledge, by the probabilities for these words as a text. */
function senseInPlain(likely: readonly Likely[]): Understanding {
  const none = likely.reduce((rest, { probability }) => rest - probability, 1) + LEAST_DOUBT
  const odds = likely.map(
    ({ probability }) => (probability / none) ** WEIGHTS_OF_PLAIN.probability * Math.exp(WEIGHTS_OF_PLAIN.constant),
  )
  const total = odds.reduce((sum, each) => sum + each, 1)
  return judge(
    likely.map(({ entry }, at) => ({ entry, probability: (odds[at] ?? 0) / total })),
    THRESHOLDS.rough,
  )
}

/**
 * How surely a doubtful phrase was said, and not other words. How it fits the sound compared with the single words hardly
 * depends on the voice, but a word or two are too short to compare.
 */
function howSurely({ words, strangeness }: HeardWords, heard: HeardWords): 'said' | 'perhaps said' | 'not said' {
  const isShort = normaliseWords(words).length < ENOUGH_WORDS
  if (isShort) return strangeness < UNLIKELY_SHORT_PHRASE_FROM ? 'said' : 'not said'
  const lead = heard.strangeness - strangeness
  if (lead <= 0) return 'not said'
  return lead < CLEAR_LEAD ? 'perhaps said' : 'said'
}

/**
 * Makes the function that interprets rough words. It keeps those that ask for an entry or are a cry for help; all
 * others count as not understood. A doubtful phrase is kept only if it fits the sound better than the words do, and a
 * question of the assistant's is asked back about unless it fits much better. A cry for
 * help that was recognised as a phrase is kept only if the words confirm it, because other speech is too easily mistaken
 * for such a short phrase.
 */
export function createSenseMaker(assistant: AssistantDefinition): Pick<LooseHearing, 'isDoubtful' | 'makeSense'> {
  return {
    isDoubtful: ({ words, strangeness }) =>
      strangeness >= UNLIKELY_PHRASE_FROM ||
      (strangeness >= CERTAIN_PHRASE_BELOW && detectEmergency(words) !== undefined),
    makeSense: async (heard, phrase, hearAgain) => {
      const text = writtenRoughly(heard.words)
      const index = await knowledgeIndexOf(assistant)
      const sense = senseOf(index, text)
      const isOfDanger = phrase !== undefined && detectEmergency(phrase.words) !== undefined
      const cry = await cryIn(
        heard,
        { phrase: isOfDanger ? phrase : undefined, isQuestion: sense.kind === 'answer' },
        hearAgain,
      )
      if (cry !== undefined) return isOfDanger ? phrase.words : `${MARK} ${cry} ${CRY_MARK}`
      const surely = phrase && !isOfDanger ? howSurely(phrase, heard) : 'not said'
      if (phrase && surely !== 'not said') {
        const isAskedBack = surely === 'perhaps said' && index.exact(phrase.words) !== undefined
        return isAskedBack ? `${MARK} ${phrase.words} ${UNSURE_MARK}` : phrase.words
      }
      return sense.kind === 'refuse' ? undefined : text
    },
  }
}
