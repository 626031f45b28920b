import { measureOwnTexts, measureTyped, totalOf, type TypedResult } from './typed.ts'

const TARGETS = { right: 0.85, wrong: 0.03, strangersAnswered: 0.02, strangersAskedBack: 0.1 }

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
  const total = totalOf(catalogue.values())
  const isMissed =
    total.right / total.questions < TARGETS.right ||
    total.wrong / total.questions > TARGETS.wrong ||
    total.strangersAnswered / total.strangers > TARGETS.strangersAnswered ||
    total.strangersAskedBack / total.strangers > TARGETS.strangersAskedBack
  return isMissed ? 1 : 0
}

function print(results: ReadonlyMap<string, TypedResult>, withMisses: boolean): void {
  const total = totalOf(results.values())
  if (withMisses) process.stdout.write(`${total.misses.join('\n')}\n\n`)
  const percent = (count: number, all: number): string => (all === 0 ? '' : `${((100 * count) / all).toFixed(1)} %`)
  const row = (name: string, result: TypedResult): string =>
    `| ${[
      name,
      ...[result.right, result.askedBack, result.wrong, result.refused, result.alarmed].map((each) =>
        percent(each, result.questions),
      ),
      ...[result.strangersAnswered, result.strangersAskedBack, result.strangersAlarmed].map((each) =>
        percent(each, result.strangers),
      ),
      ...[result.nearStrangersAnswered, result.nearStrangersAskedBack, result.nearStrangersAlarmed].map((each) =>
        percent(each, result.nearStrangers),
      ),
    ].join(' | ')} |`
  const lines = [
    `Held-out typed questions: ${total.questions}; strangers' ${total.strangers}; near the field but not in it ${total.nearStrangers}`,
    '',
    '| Assistant | right | asked back | wrong | refused | alarmed | strangers answered | asked back | alarmed | near strangers answered | asked back | alarmed |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...[...results].map(([name, result]) => row(name, result)),
    row('**all**', total),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
