import { describe, expect, it } from 'vitest'
import type { KnowledgeEntry } from '#contract/assistant.ts'
import { createPassageMatcher } from './passage-matcher.ts'

const PASSAGES = [
  'Our prices are £28 a night for a small dog and £33 for a large one.',
  'We open at 8 in the morning, and the gate is locked at 6.',
  'The constructor of our kennels gave a guarantee of ten years.',
]

function entry(answer: string, index: number): KnowledgeEntry {
  const nothing = { patterns: [], alsoAsked: [], keywords: [], followUps: [] }
  return { id: `t${index}`, question: answer, answer, isOffered: false, ...nothing }
}

function matcherOf(passages: readonly string[]) {
  const matcher = createPassageMatcher((word) => new Set(word === 'garantee' ? ['t2'] : []))
  for (const [index, passage] of passages.entries()) matcher.add(entry(passage, index))
  return matcher
}

describe('matching a question with the passages of a text', () => {
  const matcher = matcherOf(PASSAGES)
  const compare = (text: string): number[] => matcher.compare(text)
  const best = (text: string): number => compare(text).indexOf(Math.max(...compare(text)))

  it.each([
    ['how much do you charge for a labrador', 0],
    ['what time do you open on saturdays', 1],
    ['is there a garantee', 2],
    ['constructor', 2],
  ])('finds the passage that answers %j', (question, passage) => {
    expect(best(question)).toBe(passage)
  })

  it('takes a passage to be likelier than none if the question has its words', () => {
    expect(compare('how much is a night for a small dog')[0]).toBeGreaterThan(2)
  })

  it.each(['who won the world cup', 'kann ich mit karte zahlen'])(
    'takes "no passage" to be likelier for %j',
    (text) => {
      expect(Math.max(...compare(text))).toBeLessThan(0)
    },
  )

  it.each(['', '?!', 'what'])('has nothing to compare in %j', (text) => {
    expect(compare(text)).toEqual([])
  })

  it('knows no passage in a text without any', () => {
    expect(matcherOf([]).compare('how much is it')).toEqual([])
  })
})
