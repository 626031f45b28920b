// `npm test`: every stage, one summary, and as the last line `N passed, N failed`.
// `npm test -- unit e2e` runs these stages; what names no stage is handed to the runners as a filter.
import { styleText } from 'node:util'
import { STAGES, type Stage, type StageResult } from './test/stages.ts'

const args = process.argv.slice(2)
const chosen = STAGES.filter((stage) => args.includes(stage.name))
const filters = args.filter((arg) => STAGES.every((stage) => stage.name !== arg))

const finished: { stage: Stage; result: StageResult; seconds: string }[] = []
for (const stage of chosen.length > 0 ? chosen : STAGES) {
  console.log(`\n${styleText('bold', `── ${stage.name}`)}  ${stage.about}`)
  const startedAtMs = performance.now()
  const result = await stage.run(filters)
  const seconds = `${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`
  finished.push({ stage, result, seconds })
  console.log(`${mark(result)} ${stage.name} ${result.left ?? counts(result)} (${seconds})`)
}

const failures = finished.flatMap(({ stage, result }) => result.failures.map((failure) => ({ stage, ...failure })))
for (const { stage, name, detail } of failures) {
  console.log(`\n${styleText('red', '✗')} ${stage.name} › ${name}\n${detail.trimEnd()}`)
}
console.log('')
for (const { stage, result, seconds } of finished) {
  console.log(`${mark(result)} ${stage.name.padEnd(9)} ${seconds.padStart(8)}  ${result.left ?? counts(result)}`)
}

const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
console.log(total.skipped > 0 ? `\n${total.skipped} skipped` : '')
// The very last line, always in this form: it is read by programs.
console.log(`${total.passed} passed, ${total.failed} failed`)

function sum(key: 'passed' | 'failed' | 'skipped'): number {
  return finished.reduce((all, { result }) => all + result[key], 0)
}

function counts({ passed, failed, skipped }: Pick<StageResult, 'passed' | 'failed' | 'skipped'>): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function mark(result: StageResult): string {
  if (result.failed > 0) return styleText('red', '✗')
  return result.left === undefined ? styleText('green', '✓') : styleText('yellow', '–')
}
