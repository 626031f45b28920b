import { describe, expect, it } from 'vitest'
import { CATALOGUE } from '#contract/catalogue.ts'
import { knowledgeIndexAtOnce } from '../../server/src/voice/brain/knowledge-index.ts'
import { isExplained, judgeDanger } from '../../server/src/voice/emergency/detect.ts'
import { DISTRESS } from '../../server/src/voice/emergency/sentences-testing.ts'
import { ownTexts } from './own-texts.ts'
import { measureOwnTexts, measureTyped, ofKind, shareOf } from './typed.ts'

/** A sample of the corpus: all of it would take seconds longer, and is measured at night. */
const ASSISTANTS_ONE_IN = 4
const QUESTIONS_ONE_IN = 2
const STRANGERS_ONE_IN = 5
const TEXTS_ONE_IN = 2
const TEXTS_FOR_CRIES_ONE_IN = 12

function expectUnderstood(assistantsOneIn: number, questionsOneIn: number, strangersOneIn: number): void {
  const assistants = CATALOGUE.filter((_, at) => at % assistantsOneIn === 0).map(({ id }) => id)
  const asked = measureTyped(
    ({ assistant, kind }, at) =>
      assistants.some((id) => id === assistant) && at % (kind === 'stranger' ? strangersOneIn : questionsOneIn) === 0,
  )
  const all = [...asked.values()].flat()
  const [questions, strangers] = [ofKind(all, 'way'), ofKind(all, 'stranger')]
  expect(questions.length).toBeGreaterThan(700 / questionsOneIn / assistantsOneIn)
  expect(shareOf(questions, 'right')).toBeGreaterThan(0.9)
  expect(shareOf(questions, 'wrong')).toBeLessThan(0.025)
  expect(shareOf(questions, 'refused')).toBeLessThan(0.045)
  expect(shareOf(strangers, 'wrong')).toBeLessThan(0.02)
  expect(shareOf(strangers, 'asked back')).toBeLessThan(0.05)
}

function expectCriesUnexplained(textsOneIn: number): void {
  const texts = ownTexts('held-out').filter((_, at) => at % textsOneIn === 0)
  for (const { assistant } of texts) {
    const index = knowledgeIndexAtOnce(assistant)
    const explained = DISTRESS.filter((cry) => {
      const danger = judgeDanger(cry)
      return danger.kind && isExplained(danger, index.explains(cry))
    })
    expect(explained, assistant.id).toEqual([])
  }
}

describe('typed questions that were not used to write the patterns', () => {
  it('are understood as often as `npm run bench:understanding` reports', () => {
    expectUnderstood(ASSISTANTS_ONE_IN, QUESTIONS_ONE_IN, STRANGERS_ONE_IN)
  })

  it('are understood as often as it reports: all', { tags: 'nightly' }, () => {
    expectUnderstood(1, 1, 1)
  })

  it('are understood by assistants made of a text alone, too', () => {
    const all = [...measureOwnTexts(TEXTS_ONE_IN).values()].flat()
    const [questions, strangers] = [ofKind(all, 'way'), ofKind(all, 'stranger')]
    expect(questions.length).toBeGreaterThan(200)
    expect(shareOf(questions, 'right')).toBeGreaterThan(0.42)
    expect(shareOf(questions, 'right') + shareOf(questions, 'asked back')).toBeGreaterThan(0.7)
    expect(shareOf(questions, 'wrong')).toBeLessThan(0.15)
    expect(shareOf(strangers, 'wrong')).toBeLessThan(0.04)
  })
})

it('no text of a business explains a cry for help away', () => {
  expectCriesUnexplained(TEXTS_FOR_CRIES_ONE_IN)
})

it('no text of a business explains a cry for help away: all', { tags: 'nightly' }, () => {
  expectCriesUnexplained(1)
})
