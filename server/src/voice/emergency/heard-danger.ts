import { normaliseWords } from '#contract/phrase-pattern.ts'
import type { HeardWords } from '../ports.ts'
import { dangerOf } from './danger.ts'
import { kindsBySigns, SIGN_LOG_ODDS } from './detect.ts'
import { saysCore } from './spoken-cores.ts'
import { plainWords } from './words.ts'

/** Further danger in the same words says no more. */
const MOST_LOG_ODDS = 10
/** Learnt by logistic regression from speech of thirteen voices: what the words say, and how little they explain of the sound. */
const WEIGHTS = { logOdds: 0.56, core: 1.5, strangeness: -0.6 }
const USUAL_STRANGENESS = 4.5
/** From here on one hearing is enough: no ordinary sentence reached it. */
const CERTAIN_FROM = 5
/** The mean of three hearings, and the same where a cry was heard as a phrase, too. */
const CRY_FROM = { alone: 2.1, afterPhrase: 1.5 }
/** As much as one hearing can say. */
const MOST_DANGER = 8
/** What is made up changes with the speed, what is said does not. */
const OTHER_SPEEDS = [0.94, 1.06]

/** How much the words that were guessed one by one speak of danger, and whether they speak of it at all. */
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
 * The words of a cry for help; undefined where the speech is none. Where the first hearing is in doubt, the speech is heard twice more,
 * a little slower and a little faster.
 * @param isPhrase a cry was heard in it as a phrase
 * @param isQuestion the words are surely one of the assistant's questions, so it takes much to make a cry of them
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
