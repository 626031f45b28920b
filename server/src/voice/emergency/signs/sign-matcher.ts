import { parsePattern, type PatternNode } from '#contract/phrase-pattern.ts'
import { GAP_WORD, patternOfSign, readWord, WIDE_GAP_WORD } from './sign-language.ts'

/** How many words may stand in the gaps `~` and `~~`, and which words never may, because they reverse the meaning. */
const GAPS: Readonly<Record<string, { words: number; never: ReadonlySet<string> }>> = {
  [GAP_WORD]: {
    words: 3,
    never: new Set('not never no nobody without if when like than stop prevent almost'.split(' ')),
  },
  [WIDE_GAP_WORD]: { words: 8, never: new Set('not never no nobody without like than prevent'.split(' ')) },
}

interface State {
  free: number[]
  words: Map<string, number[]>
  /** A transition by any word except these. */
  any: { to: number; never: ReadonlySet<string> } | undefined
  /** The group whose sign is complete in this state. */
  found: number | undefined
}

/**
 * A node of the lazily built deterministic automaton: the active states at one word of a text, and the situations that
 * were reached from there.
 */
interface Situation {
  active: readonly number[]
  found: readonly number[]
  after: Map<string, Situation>
}
/** Each takes about 500 bytes. */
const MAX_SITUATIONS = 4_000
const MAX_STEPS_KEPT = 50

/** Signs that mean the same: one kind of emergency, or that the words of one are harmless. */
interface SignGroup {
  signs: readonly string[]
  /** Whether its signs may begin only where `mayBegin` returns true. */
  isGuarded: boolean
}

/**
 * Makes a function that finds which groups have a sign in a text. All signs are matched at once, word by word, without
 * backtracking. With regular expressions, these gaps would take a tenth of a second for some texts.
 */
export function createSignMatcher(
  groups: readonly SignGroup[],
  mayBegin: (words: readonly string[], at: number) => boolean = () => true,
): (words: readonly string[]) => Set<number> {
  const states: State[] = []
  const add = (): number => states.push({ free: [], words: new Map(), any: undefined, found: undefined }) - 1
  /** Signs with the same beginning share its states, so that only a third as many are needed. */
  const afterBeginning = new Map<string, number>()
  const starts = groups.map((group, index) => {
    const start = add()
    const end = add()
    const ending = states[end]
    if (ending) ending.found = index
    for (const sign of group.signs) lay(parsePattern(patternOfSign(sign)), start, end)
    return start
  })

  function lay(node: PatternNode, from: number, to: number): void {
    if (node.kind === 'word') {
      const gap = GAPS[node.word]
      if (gap) layGap(gap, from, to)
      else {
        const word = readWord(node.word)
        const { words } = stateAt(from)
        words.set(word, [...(words.get(word) ?? []), to])
      }
    } else if (node.kind === 'choice') {
      for (const option of node.options) lay(option, from, to)
      if (node.optional) stateAt(from).free.push(to)
    } else {
      let at = from
      for (const [index, item] of node.items.entries()) {
        const isLast = index === node.items.length - 1
        const beginning = `${at} ${JSON.stringify(item)}`
        const known = isLast ? undefined : afterBeginning.get(beginning)
        const next = known ?? (isLast ? to : add())
        if (known === undefined) lay(item, at, next)
        if (!isLast) afterBeginning.set(beginning, next)
        at = next
      }
    }
  }

  function layGap({ words, never }: { words: number; never: ReadonlySet<string> }, from: number, to: number): void {
    let at = add()
    stateAt(from).free.push(at)
    for (let left = words; left > 0; left -= 1) {
      const next = add()
      stateAt(at).free.push(to)
      stateAt(at).any = { to: next, never }
      at = next
    }
    stateAt(at).free.push(to)
  }

  function stateAt(index: number): State {
    const state = states[index]
    if (!state) throw new Error(`There is no state ${index}.`)
    return state
  }

  /**
   * For each state, all states that it leads to without a word, except those that have no transition by a word and
   * complete no sign.
   */
  const closures = states.map((_, index) => {
    const reached = new Set([index])
    for (const each of reached) for (const next of stateAt(each).free) reached.add(next)
    return [...reached].filter((each) => {
      const { words, any, found } = stateAt(each)
      return words.size > 0 || any !== undefined || found !== undefined
    })
  })
  /** The states that the first words of signs lead to. Most words of a text do not begin a sign. */
  const firsts = new Map<string, { guarded: number[]; free: number[] }>()
  for (const [group, start] of starts.entries()) {
    for (const each of closures[start] ?? []) {
      for (const [word, targets] of stateAt(each).words) {
        const first = firsts.get(word) ?? { guarded: [], free: [] }
        first[groups[group]?.isGuarded ? 'guarded' : 'free'].push(...targets)
        firsts.set(word, first)
      }
    }
  }
  const vocabulary = new Set([
    ...states.flatMap(({ words }) => [...words.keys()]),
    ...Object.values(GAPS).flatMap(({ never }) => [...never]),
  ])
  /** For each state, the number of the step in which it was last reached. */
  const reachedIn = new Uint32Array(states.length)
  let steps = 0

  function stepFrom(active: readonly number[], word: string, isGuarded: boolean): { next: number[]; found: number[] } {
    steps += 1
    const next: number[] = []
    const found: number[] = []
    const reach = (target: number): void => {
      for (const each of closures[target] ?? []) {
        if (reachedIn[each] === steps) continue
        reachedIn[each] = steps
        const group = stateAt(each).found
        if (group === undefined) next.push(each)
        else found.push(group)
      }
    }
    for (const each of active) {
      const { words, any } = stateAt(each)
      for (const target of words.get(word) ?? []) reach(target)
      if (any && !any.never.has(word)) reach(any.to)
    }
    const first = firsts.get(word)
    for (const target of first?.free ?? []) reach(target)
    if (!isGuarded) for (const target of first?.guarded ?? []) reach(target)
    return { next: next.toSorted((left, right) => left - right), found }
  }

  /** Cached steps, so that repetitive text costs almost nothing. */
  const situations = new Map<string, Situation>()
  const situationOf = (active: readonly number[], found: readonly number[]): Situation => {
    const key = `${active.join()};${found.join()}`
    let situation = situations.get(key)
    if (!situation) {
      if (situations.size >= MAX_SITUATIONS) situations.clear()
      situation = { active, found, after: new Map() }
      situations.set(key, situation)
    }
    return situation
  }

  return (words) => {
    const found = new Set<number>()
    let situation = situationOf([], [])
    for (const [at, written] of words.entries()) {
      const word = vocabulary.has(written) ? written : ''
      const isGuarded = (firsts.get(word)?.guarded.length ?? 0) > 0 && !mayBegin(words, at)
      const step = isGuarded ? `!${word}` : word
      let after = situation.after.get(step)
      if (!after) {
        const { next, found: reached } = stepFrom(situation.active, word, isGuarded)
        after = situationOf(next, reached)
        if (situation.after.size < MAX_STEPS_KEPT) situation.after.set(step, after)
      }
      situation = after
      for (const group of situation.found) found.add(group)
    }
    return found
  }
}
