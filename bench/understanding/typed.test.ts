import { describe, expect, it } from 'vitest'
import { measureOwnTexts, measureTyped, totalOf } from './typed.ts'

/** A sample of the corpus: all of it would take seconds longer and show the same. */
const QUESTIONS_ONE_IN = 2
const STRANGERS_ONE_IN = 10

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
    const total = totalOf(measureOwnTexts().values())
    const { questions, strangers } = total
    expect(questions).toBeGreaterThan(400)
    expect(total.right / questions).toBeGreaterThan(0.42)
    expect((total.right + total.askedBack) / questions).toBeGreaterThan(0.7)
    expect(total.wrong / questions).toBeLessThan(0.15)
    expect(total.strangersAnswered / strangers).toBeLessThan(0.02)
  })
})
