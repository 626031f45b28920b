// `npm test`: runs all stages, prints a summary, and as the last line `N passed, N failed`. `npm test -- unit pages`
// runs only these stages; an argument that is not a stage's name is passed to the test runners as a filter. `npm run
// test:nightly` (`--nightly`) runs the tests that take too long for every day.
import { styleText } from 'node:util'
import { COMPILED_SERVER } from './compile-server.ts'
import {
  DAILY_STAGES,
  endSharedSite,
  installChromiumFor,
  NIGHTLY_STAGES,
  type Stage,
  type StageResult,
} from './test/stages.ts'

type Finished = { stage: Stage; result: StageResult; seconds: string }

const args = process.argv.slice(2)
const allStages = args.includes('--nightly') ? NIGHTLY_STAGES : DAILY_STAGES
const words = args.filter((arg) => arg !== '--nightly')
const names = allStages.flat().map(({ name }) => name)
const isNamed = words.some((word) => names.includes(word))
const stages = allStages.map((group) => group.filter(({ name }) => !isNamed || words.includes(name)))
const filters = words.filter((word) => !names.includes(word))

// Many tests start threads and processes of the server, and each runner starts more than once. Compiling their code each
// time costs a fifth of the tests' time.
process.env['NODE_COMPILE_CACHE'] = COMPILED_SERVER

const startedAtMs = performance.now()
const finished: Finished[] = []
installChromiumFor(stages.flat())
for (const sideBySide of stages) await Promise.all(sideBySide.map(run))
await endSharedSite()

for (const { stage, result } of finished) {
  for (const { name, detail } of result.failures) {
    console.log(`\n${styleText('red', '✗')} ${stage.name} › ${name}\n${detail.trimEnd()}`)
  }
}
console.log('')
for (const { stage, result, seconds } of finished) {
  console.log(`${mark(result)} ${stage.name.padEnd(10)} ${seconds.padStart(8)}  ${result.left ?? counts(result)}`)
}
console.log(`  together   ${secondsSince(startedAtMs).padStart(8)}`)

const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
console.log(total.skipped > 0 ? `\n${total.skipped} skipped` : '')
// Programs parse this line: it must stay the last one and keep its form.
console.log(`${total.passed} passed, ${total.failed} failed`)

async function run(stage: Stage): Promise<void> {
  console.log(`\n${styleText('bold', `── ${stage.name}`)}  ${stage.about}`)
  const stageStartedAtMs = performance.now()
  const result = await stage.run(filters)
  const seconds = secondsSince(stageStartedAtMs)
  finished.push({ stage, result, seconds })
  console.log(`${mark(result)} ${stage.name} ${result.left ?? counts(result)} (${seconds})`)
}

function secondsSince(startMs: number): string {
  return `${((performance.now() - startMs) / 1000).toFixed(1)} s`
}

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
