import type { Progress } from '../ports.ts'
import { isFiller, isPhone } from './phrase-grammar.ts'
import type { WordNetwork } from './soundswallower.ts'

/** Judges what the words so far can be. */
export type ProgressJudge = (hypothesis: string) => Progress

/**
 * Follows a decoder's words through its network: can they be all, and may others follow? What may be put behind any
 * phrase ("please") does not count; words that the loop of phones took part in say nothing.
 */
export function createProgressJudge(network: WordNetwork): ProgressJudge {
  const steps = Map.groupBy(network.steps, ({ from }) => from)
  const ends = new Set(network.free.filter(({ to }) => to === network.end).map(({ from }) => from)).add(network.end)

  return (hypothesis) => {
    const words = hypothesis.split(' ').filter((word) => word !== '')
    if (words.length === 0 || words.some(isPhone)) return 'unknown'
    let states = new Set([network.start])
    for (const word of words) {
      const reached = [...states].flatMap((state) => steps.get(state) ?? []).filter((step) => step.word === word)
      states = new Set(reached.map(({ to }) => to))
    }
    const all = [...states]
    if (all.length === 0) return 'unknown'
    if (!all.some((state) => ends.has(state))) return 'open'
    const goesOn = all.some((state) => steps.get(state)?.some(({ word }) => !isFiller(word)))
    return goesOn ? 'extendable' : 'complete'
  }
}
