import type { Progress } from '../ports.ts'
import { isAround, isFiller, isPhone } from './phrase-grammar.ts'
import type { WordNetwork } from './soundswallower.ts'

/** Judges what the decoder's words so far may be. */
export type ProgressJudge = (hypothesis: string) => Progress

/**
 * Makes a judge that follows the words through their network: may they be complete, and may others follow? Closing
 * fillers such as "please" do not count as following. Words with phones of the rejection loop are `unknown`.
 */
export function createProgressJudge(network: WordNetwork): ProgressJudge {
  const steps = Map.groupBy(network.steps, ({ from }) => from)
  const ends = new Set(network.free.filter(({ to }) => to === network.end).map(({ from }) => from)).add(network.end)

  return (hypothesis) => {
    const words = hypothesis.split(' ').filter((word) => word !== '' && !isAround(word))
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
