import type { PatternNode } from '#contract/phrase-pattern.ts'

interface PhraseArc {
  word: string
  to: number
}

/** State 0 is the start. Phrases share their beginnings and endings, so that a word is matched once, not for each phrase. */
export interface PhraseAutomaton {
  states: { arcs: PhraseArc[]; isEnd: boolean }[]
}

/** Builds the minimal deterministic automaton that accepts exactly the phrases of the patterns. */
export function buildPhraseAutomaton(patterns: readonly PatternNode[]): PhraseAutomaton {
  return minimise(determinise(buildNetwork(patterns)))
}

/** A state of the non-deterministic automaton that the patterns describe; `free` are its transitions without a word. */
interface NetworkNode {
  free: number[]
  words: PhraseArc[]
}

const START = 0
const END = 1

function buildNetwork(patterns: readonly PatternNode[]): NetworkNode[] {
  const nodes: NetworkNode[] = []
  const add = (): number => nodes.push({ free: [], words: [] }) - 1
  add()
  add()

  /** Adds a pattern as a path from one node to another. */
  const lay = (pattern: PatternNode, from: number, to: number): void => {
    if (pattern.kind === 'word') nodes[from]?.words.push({ word: pattern.word, to })
    else if (pattern.kind === 'choice') {
      for (const option of pattern.options) lay(option, from, to)
      if (pattern.optional) nodes[from]?.free.push(to)
    } else {
      let at = from
      for (const [index, item] of pattern.items.entries()) {
        const next = index === pattern.items.length - 1 ? to : add()
        lay(item, at, next)
        at = next
      }
    }
  }
  for (const pattern of patterns) lay(pattern, START, END)
  return nodes
}

function determinise(nodes: readonly NetworkNode[]): PhraseAutomaton {
  const states: PhraseAutomaton['states'] = []
  const known = new Map<string, number>()
  const open: { members: Set<number>; index: number }[] = []

  const stateOf = (seeds: readonly number[]): number => {
    const members = new Set(seeds)
    // Iteration over a set includes members that are added meanwhile.
    for (const member of members) for (const next of nodes[member]?.free ?? []) members.add(next)
    const key = [...members].toSorted((left, right) => left - right).join()
    let index = known.get(key)
    if (index === undefined) {
      index = states.push({ arcs: [], isEnd: members.has(END) }) - 1
      known.set(key, index)
      open.push({ members, index })
    }
    return index
  }

  stateOf([START])
  for (let current = open.shift(); current; current = open.shift()) {
    const byWord = new Map<string, number[]>()
    for (const member of current.members) {
      for (const { word, to } of nodes[member]?.words ?? []) byWord.set(word, [...(byWord.get(word) ?? []), to])
    }
    for (const [word, targets] of byWord) states[current.index]?.arcs.push({ word, to: stateOf(targets) })
  }
  return { states }
}

/** Merges states after which the same words may follow. Patterns have no loops, so one pass from the ends suffices. */
function minimise({ states }: PhraseAutomaton): PhraseAutomaton {
  const merged: PhraseAutomaton['states'] = []
  const known = new Map<string, number>()
  const done = new Map<number, number>()

  const visit = (index: number): number => {
    const before = done.get(index)
    if (before !== undefined) return before
    const state = states[index] ?? { arcs: [], isEnd: false }
    const arcs = state.arcs
      .map(({ word, to }) => ({ word, to: visit(to) }))
      .toSorted((left, right) => (left.word < right.word ? -1 : 1))
    const key = `${state.isEnd}|${arcs.map(({ word, to }) => `${word}>${to}`).join()}`
    const same = known.get(key) ?? merged.push({ arcs, isEnd: state.isEnd }) - 1
    known.set(key, same)
    done.set(index, same)
    return same
  }
  const start = visit(0)

  // The start state was merged last, but must have index 0.
  const swap = (index: number): number => (index === start ? 0 : index === 0 ? start : index)
  const renamed = merged.map(({ arcs, isEnd }) => ({
    arcs: arcs.map(({ word, to }) => ({ word, to: swap(to) })),
    isEnd,
  }))
  return { states: renamed.map((_, index) => renamed[swap(index)] ?? { arcs: [], isEnd: false }) }
}
