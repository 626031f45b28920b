import { describe, expect, it } from 'vitest'
import { knowledgeIndexAtOnce } from '../../server/src/voice/brain/knowledge-index.ts'
import { isExplained, judgeDanger } from '../../server/src/voice/emergency/detect.ts'
import { DISTRESS } from '../../server/src/voice/emergency/sentences-testing.ts'
import { ownTexts } from './own-texts.ts'
import { measureOwnTexts, measureTyped, totalOf } from './typed.ts'

/** A sample of the corpus: all of it would take seconds longer and show the same. */
const QUESTIONS_ONE_IN = 2
const STRANGERS_ONE_IN = 10
const TEXTS_ONE_IN = 2
const TEXTS_FOR_CRIES_ONE_IN = 3

describe('typed questions that were not used to write the patterns', () => {
  it('are understood as often as `npm run bench:understanding` reports', () => {
    const total = totalOf(
      measureTyped(
        ({ kind }, index) => index % (kind === 'stranger' ? STRANGERS_ONE_IN : QUESTIONS_ONE_IN) === 0,
      ).values(),
    )
    const { questions, strangers } = total
    expect(questions).toBeGreaterThan(350)
    expect(total.right / questions).toBeGreaterThan(0.9)
    expect(total.wrong / questions).toBeLessThan(0.025)
    expect(total.refused / questions).toBeLessThan(0.045)
    expect(total.strangersAnswered / strangers).toBeLessThan(0.02)
    expect(total.strangersAskedBack / strangers).toBeLessThan(0.05)
  })

  it('are understood by assistants made of a text alone, too', () => {
    const total = totalOf(measureOwnTexts(TEXTS_ONE_IN).values())
    const { questions, strangers } = total
    expect(questions).toBeGreaterThan(200)
    expect(total.right / questions).toBeGreaterThan(0.42)
    expect((total.right + total.askedBack) / questions).toBeGreaterThan(0.7)
    expect(total.wrong / questions).toBeLessThan(0.15)
    expect(total.strangersAnswered / strangers).toBeLessThan(0.04)
  })
})

it('no text of a business explains a cry for help away', () => {
  const texts = ownTexts('held-out').filter((_, at) => at % TEXTS_FOR_CRIES_ONE_IN === 0)
  for (const { assistant } of texts) {
    const index = knowledgeIndexAtOnce(assistant)
    const explained = DISTRESS.filter((cry) => {
      const danger = judgeDanger(cry)
      return danger.kind && isExplained(danger, index.explains(cry))
    })
    expect(explained, assistant.id).toEqual([])
  }
})
