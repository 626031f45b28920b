import { normaliseWords } from '#contract/phrase-pattern.ts'
import type { HeardWords } from '../ports.ts'
import { dangerOf } from './danger.ts'
import { kindsBySigns, SIGN_LOG_ODDS } from './detect.ts'
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
const CERTAIN_FROM = 5
/** Thresholds for the mean danger of three hearings: for rough words alone, and if a cry was also recognised as a phrase. */
const CRY_FROM = { alone: 2.1, afterPhrase: 1.5 }
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
 * @param isPhrase whether a cry was recognised as a phrase
 * @param isQuestion whether the words are certainly one of the assistant's questions, so that only strong evidence
 * makes them a cry
 */
export async function cryIn(
  first: HeardWords,
  { isPhrase, isQuestion }: { isPhrase: boolean; isQuestion: boolean },
  hearAgain: (speed: number) => Promise<HeardWords>,
): Promise<string | undefined> {
  const { danger, isGrave, hasCore } = dangerHeard(first)
  if (!isGrave) return undefined
  if (danger >= CERTAIN_FROM) return first.words
  if (isQuestion && !isPhrase && !hasCore) return undefined
  const needed = (OTHER_SPEEDS.length + 1) * (isPhrase ? CRY_FROM.afterPhrase : CRY_FROM.alone)
  let most = { danger, words: first.words }
  let sum = danger
  for (const [index, speed] of OTHER_SPEEDS.entries()) {
    if (sum + (OTHER_SPEEDS.length - index) * MOST_DANGER < needed) return undefined
    const heard = await hearAgain(speed)
    const again = dangerHeard(heard)
    sum += again.danger
    if (again.danger > most.danger) most = { danger: again.danger, words: heard.words }
  }
  return sum >= needed ? most.words : undefined
}
