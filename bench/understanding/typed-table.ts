import { measureOwnTexts, measureTyped, ofKind, OUTCOMES, shareOf, type Asked } from './typed.ts'

const TARGETS = { right: 0.85, wrong: 0.03, strangersAnswered: 0.02, strangersAskedBack: 0.1 }
/** An answer to a stranger's question is wrong. */
const STRANGERS_OUTCOMES = ['wrong', 'asked back', 'alarmed'] as const

/**
 * Prints how well typed questions are understood: by the catalogue's assistants, and by those made of a text alone.
 * @returns the exit code: 1 if the catalogue misses a target
 */
export function printTyped(withMisses: boolean): number {
  const ownTexts = measureOwnTexts()
  const catalogue = measureTyped()
  print(catalogue, withMisses)
  process.stdout.write(
    `| target | ≥ 85 % | | ≤ 3 % | | | ≤ 2 % | ≤ 10 % | | | | |\n\nAssistants made of a text alone. `,
  )
  print(ownTexts, withMisses)
  const all = [...catalogue.values()].flat()
  const [questions, strangers] = [ofKind(all, 'way'), ofKind(all, 'stranger')]
  const isMissed =
    shareOf(questions, 'right') < TARGETS.right ||
    shareOf(questions, 'wrong') > TARGETS.wrong ||
    shareOf(strangers, 'wrong') > TARGETS.strangersAnswered ||
    shareOf(strangers, 'asked back') > TARGETS.strangersAskedBack
  return isMissed ? 1 : 0
}

function print(results: ReadonlyMap<string, Asked[]>, withMisses: boolean): void {
  const all = [...results.values()].flat()
  if (withMisses) {
    const misses = all
      .filter(({ outcome }) => outcome !== 'right')
      .map(({ way, outcome }) => `${way.assistant}, ${way.entry ?? way.kind}: ${way.text} → ${outcome}`)
    process.stdout.write(`${misses.join('\n')}\n\n`)
  }
  const percent = (share: number): string => (Number.isNaN(share) ? '' : `${(100 * share).toFixed(1)} %`)
  const row = (name: string, asked: readonly Asked[]): string => {
    const questions = ofKind(asked, 'way')
    const strangers = [ofKind(asked, 'stranger'), ofKind(asked, 'near stranger')]
    const shares = [
      ...OUTCOMES.map((outcome) => shareOf(questions, outcome)),
      ...strangers.flatMap((some) => STRANGERS_OUTCOMES.map((outcome) => shareOf(some, outcome))),
    ]
    return `| ${[name, ...shares.map(percent)].join(' | ')} |`
  }
  const lines = [
    `Held-out typed questions: ${ofKind(all, 'way').length}; strangers' ${ofKind(all, 'stranger').length}; near the field but not in it ${ofKind(all, 'near stranger').length}`,
    '',
    '| Assistant | right | asked back | wrong | refused | alarmed | strangers answered | asked back | alarmed | near strangers answered | asked back | alarmed |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...[...results].map(([name, asked]) => row(name, asked)),
    row('**all**', all),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
