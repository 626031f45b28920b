import { describe, expect, it } from 'vitest'
import { expandPattern } from '#contract/phrase-pattern.ts'
import { detectEmergency } from './detect.ts'
import { dangerHeard } from './heard-danger.ts'
import { DISTRESS, DISTRESS_OF_KINDS, ORDINARY } from './sentences-testing.ts'
import { EMERGENCY_CORES, saysCore } from './spoken-cores.ts'
import { EMERGENCY_PHRASES } from './spoken-signs.ts'

/** The processor time of this thread, which does not depend on other work of the machine. */
function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage().user
  work()
  return (process.threadCpuUsage().user - before) / 1_000
}

const long = (part: string): string => part.repeat(Math.ceil(10_000 / part.length)).slice(0, 10_000)

describe('detectEmergency', () => {
  /** The sentences were written after the weights had been learnt, and are not learnt from. */
  it('notices cries for help', () => {
    const missed = DISTRESS.filter((sentence) => detectEmergency(sentence) === undefined)
    expect(missed.length / DISTRESS.length, missed.join('\n')).toBeLessThanOrEqual(0.05)
  })

  it('names the kind of help that they need', () => {
    const others = DISTRESS_OF_KINDS.filter(
      ({ kind, sentence }) => ![kind, 'unwell'].includes(detectEmergency(sentence) ?? kind),
    )
    expect(
      others.length / DISTRESS_OF_KINDS.length,
      others.map(({ sentence }) => sentence).join('\n'),
    ).toBeLessThanOrEqual(0.08)
  })

  it('is not alarmed by ordinary sentences', () => {
    const alarming = ORDINARY.filter((sentence) => detectEmergency(sentence) !== undefined)
    expect(alarming.length / ORDINARY.length, alarming.join('\n')).toBeLessThanOrEqual(0.01)
  })

  it.each([
    ['my dad is chokng', 'choking'],
    ['MY BABY ISNT BREATHING!!!', 'breathing'],
    ['cant breth', 'breathing'],
    ["My dad. He isn't moving. Help!", 'unconscious'],
    ['What are the signs of a stroke? My mom cannot lift her arm right now.', 'stroke'],
    ['He fell. From the roof.', 'head-injury'],
    [`${'the weather is nice today and we like it '.repeat(60)}. She is choking.`, 'choking'],
    [`${'well so then there '.repeat(9)}she is choking on her food right now`, 'choking'],
    ['call me back, i want to die', 'suicide'],
    ["book me a haircut – I can't breathe", 'breathing'],
    ['whats the price also im having chest pain', 'cardiac'],
    ["when I run, I can't breathe", undefined],
    ["the collar is so tight I can't breathe, size L please", undefined],
    ['my smile is crooked, do braces help', undefined],
    ['I am not suicidal', undefined],
    ['my grandfather had a stroke in 1990', undefined],
    ['in my novel the hero is stabbed', undefined],
    ['the printer is choking on the paper', undefined],
    ["I'm choking up just thinking about the wedding", undefined],
    ['I need help now', 'unwell'],
    ['get me help', 'unwell'],
    ['somebody get help', 'unwell'],
    ['please get help', 'unwell'],
    ['I need help', undefined],
    ['Hello, I need help', undefined],
    ['I need help, I am locked out', undefined],
    ['please send it to anna@gmail.com', undefined],
    ['would you tell them something for me', undefined],
    ["I'd like to come in and see someone", undefined],
    [
      "I'd like to come in and see someone. Actually ideally Thursday November 26th around three in the afternoon",
      undefined,
    ],
    ['', undefined],
  ])('%j is judged as %s', (text, kind) => {
    expect(detectEmergency(text)).toBe(kind)
  })

  function expectPhrasesDetected(phrasesOneIn: number): void {
    const all = EMERGENCY_PHRASES.map((pattern) => expandPattern(pattern, 300))
    // The first of each pattern is always among them.
    const phrases = all.flatMap((ofPattern) => ofPattern.filter((_, at) => at % phrasesOneIn === 0))
    expect(phrases.filter((phrase) => detectEmergency(phrase) === undefined)).toEqual([])
    const isGrave = (words: string): boolean => dangerHeard({ words, strangeness: 4 }).isGrave
    expect(phrases.filter((phrase, at) => at % 5 === 0 && !isGrave(phrase))).toEqual([])
    const cores = EMERGENCY_CORES.flatMap((pattern) => expandPattern(pattern, 300))
    expect(cores.filter((core) => !saysCore(core.split(' ')))).toEqual([])
  }

  it('detects each pattern that the recogniser listens for', () => {
    expectPhrasesDetected(4)
  })

  it('detects each phrase that the recogniser listens for', { tags: 'nightly' }, () => {
    expectPhrasesDetected(1)
  })

  it('takes milliseconds for the most hostile text', () => {
    const words = [...new Set(DISTRESS.join(' ').split(' '))]
    const shuffled = (step: number): string => long(words.map((_, at) => words[(at * step) % words.length]).join(' '))
    const texts = ['my ', 'she ', 'hes ', 'he is . ', 'not a ', 'my son fell ', 'a', '…', 'what is ', 'i took '].map(
      long,
    )
    texts.push(...[7, 31, 101, 211, 499].map(shuffled), ...words.slice(0, 40).map((word) => long(`${word} `)))
    // As long as a typed message may be, since these once took time in the third power of their length.
    texts.push(...['a@', '@"', '@.'].map((part) => part.repeat(1_000)))
    // Measured again if it takes long: the lowest of three measurements is the least disturbed by other work.
    const isLong = (text: string) => cpuMs(() => detectEmergency(text)) >= 60
    expect(texts.filter((text) => isLong(text) && isLong(text) && isLong(text))).toEqual([])
  })
})
