import { normaliseWords } from '#contract/phrase-pattern.ts'
import type { HeardWords } from '../ports.ts'
import { dangerOf } from './danger.ts'
import { SIGN_LOG_ODDS } from './detect.ts'
import { kindsBySigns } from './signs/kinds-by-signs.ts'
import { saysCore } from './spoken-cores.ts'
import { plainWords } from './words.ts'

/** Higher log odds from the same words do not add certainty. */
const MOST_LOG_ODDS = 10
/**
 * Weights for one hearing, learnt by logistic regression from speech of thirteen voices: log odds of the words,
 * presence of a core phrase, and strangeness, which is how badly the words fit the sound.
 */
const WEIGHTS = { logOdds: 0.56, core: 1.5, strangeness: -0.6 }
const USUAL_STRANGENESS = 4.5
/** From this danger on, one hearing suffices: no ordinary sentence reached it. */
const CERTAIN_FROM = 4.85
/** Threshold for the mean danger of three hearings. */
const CRY_FROM = 1.95
/** How much a phrase for an emergency lowers the threshold, per unit of strangeness below `UNLIKELY_PHRASE`. */
const OF_PHRASE = 0.8
const UNLIKELY_PHRASE = 5
/** The most danger that one hearing can contribute. */
const MOST_DANGER = 8
/**
 * Speech is recognised again at other speeds: words that were only guessed change with the speed, while words that were
 * said do not.
 */
const OTHER_SPEEDS = [0.94, 1.06]

/** How dangerous rough words (see rough-words.ts) are, and whether they mention danger at all. */
export function dangerHeard({ words, strangeness }: HeardWords): {
  danger: number
  isGrave: boolean
  hasCore: boolean
} {
  const plain = plainWords(words)
  const sign = kindsBySigns(plain).length > 0 ? SIGN_LOG_ODDS : 0
  const logOdds = Math.max(-6, Math.min(MOST_LOG_ODDS, dangerOf(plain).logOdds + sign))
  const hasCore = saysCore(normaliseWords(words))
  const danger =
    WEIGHTS.logOdds * logOdds + WEIGHTS.core * Number(hasCore) + WEIGHTS.strangeness * (strangeness - USUAL_STRANGENESS)
  return { danger, isGrave: words !== '' && (logOdds > 0 || hasCore), hasCore }
}

/**
 * The words of a cry for help; undefined if the speech is none. If the first hearing leaves doubt, the speech is
 * recognised twice more, slightly slower and slightly faster.
 * @param phrase the phrase for an emergency that was recognised in the same speech, if any
 * @param isQuestion whether the words are certainly one of the assistant's questions, so that only strong evidence
 * makes them a cry
 */
export async function cryIn(
  first: HeardWords,
  { phrase, isQuestion }: { phrase: HeardWords | undefined; isQuestion: boolean },
  hearAgain: (speed: number) => Promise<HeardWords>,
): Promise<string | undefined> {
  const { danger, isGrave, hasCore } = dangerHeard(first)
  if (!isGrave) return undefined
  if (danger >= CERTAIN_FROM) return first.words
  const needed = CRY_FROM - OF_PHRASE * Math.max(0, UNLIKELY_PHRASE - (phrase?.strangeness ?? UNLIKELY_PHRASE))
  if (isQuestion && needed === CRY_FROM && !hasCore) return undefined
  const hearings = [{ danger, words: first.words }]
  for (const [index, speed] of OTHER_SPEEDS.entries()) {
    const most = sumOf(hearings) + (OTHER_SPEEDS.length - index) * MOST_DANGER
    if (most < needed * (hearings.length + OTHER_SPEEDS.length - index)) return undefined
    const heard = await hearAgain(speed)
    if (heard.words !== '') hearings.push({ danger: dangerHeard(heard).danger, words: heard.words })
  }
  if (sumOf(hearings) < needed * hearings.length) return undefined
  return hearings.toSorted((left, right) => right.danger - left.danger)[0]?.words
}

function sumOf(hearings: readonly { danger: number }[]): number {
  return hearings.reduce((sum, { danger }) => sum + danger, 0)
}
