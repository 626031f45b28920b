// The stages of `npm test` and of `npm run test:nightly`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../../server/src/infra/error-facts.ts'
import { buildWeb } from '../build-web.ts'
import { compileServer } from '../compile-server.ts'
import { ensureChromium } from '../ensure-chromium.ts'
import { repositoryRoot } from '../repository-root.ts'
import { runCommand, type Command } from '../run-command.ts'
import { startPrivatePostgres } from './private-postgres.ts'
import { NIGHTLY, readPlaywrightReport, readVitestReport, TAGS_FILTERS, type Selection, type Tally } from './reports.ts'

/** `left` says why a stage could not run here; such a stage counts neither as passed nor as failed. */
export type StageResult = Tally & { left?: string }
/** `filters` are passed on to the test runners. */
export type Stage = { name: string; about: string; run(filters: string[]): Promise<StageResult> }

const MINUTE_MS = 60_000

const lint: Stage = {
  name: 'lint',
  about: 'oxlint with the type checker, and the rules of the house',
  run: checkCode,
}
const format: Stage = {
  name: 'format',
  about: 'oxfmt',
  run: () => check('format', [bin('oxfmt/bin/oxfmt'), '--check']),
}
const build: Stage = {
  name: 'build',
  about: 'the pages and the server’s code, as npm start makes them',
  run: () => prepared('the build', () => Promise.all([buildWeb(), compileServer()]), success),
}
const unit: Stage = { name: 'unit', about: 'rules and parts', run: (filters) => vitest('unit', filters) }
const components: Stage = {
  name: 'components',
  about: 'parts of the pages in Chromium, without a server',
  run: (filters) => inChromium(filters, 'production'),
}
const pglite: Stage = {
  name: 'pglite',
  about: 'the server on the embedded PostgreSQL',
  run: (filters) => vitest('db', filters, { TEST_DATABASE_URL: '' }),
}
const postgres: Stage = {
  name: 'postgres',
  about: 'what can tell the databases apart, on a PostgreSQL server',
  run: onPostgres,
}
const pages: Stage = {
  name: 'pages',
  about: 'journeys in Chromium',
  run: (filters) => journeys(['waits', 'pages'], filters),
}
const talks: Stage = {
  name: 'talks',
  about: 'conversations in real time, with nothing else beside them',
  run: (filters) => journeys(['talks'], filters),
}

/**
 * The stages in their order, cheap ones first so that they fail first; those of a group run side by side. The linter and
 * the build each leave half of a core idle. The others use all cores: three at a time took a tenth longer on two.
 */
export const DAILY_STAGES: readonly (readonly Stage[])[] = [
  [lint, build],
  [format],
  [unit],
  [components],
  [pglite],
  [postgres],
  [pages],
  [talks],
]

/** Only the tests that are slow by nature, and the components with the warnings of React's development build. */
export const NIGHTLY_STAGES: typeof DAILY_STAGES = [
  [build],
  [{ ...unit, run: (filters) => vitest('unit', filters, {}, NIGHTLY) }],
  [{ ...components, run: (filters) => inChromium(filters, 'development') }],
  [{ ...pglite, run: (filters) => vitest('db', filters, { TEST_DATABASE_URL: '' }, NIGHTLY) }],
  [{ ...pages, run: (filters) => journeys(['pages'], filters, NIGHTLY) }],
  [{ ...talks, run: (filters) => journeys(['talks'], filters, NIGHTLY) }],
]

function bin(path: string): string {
  return join(repositoryRoot, 'node_modules', path)
}

/** Runs a program that passes or fails as a whole, and counts it as one test. */
async function check(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Tally> {
  const how = { command: process.execPath, args, env: { ...process.env, ...env }, timeoutMs: 10 * MINUTE_MS }
  const { exitCode, output } = await runCommand(how)
  return exitCode === 0 ? success() : failure(name, output)
}

/** Runs the stage with what was prepared; a failure to prepare it fails the stage, and counts as one test. */
async function prepared<Ready>(
  name: string,
  prepare: () => Promise<Ready>,
  run: (ready: Ready) => Promise<StageResult> | StageResult,
): Promise<StageResult> {
  let ready
  try {
    ready = await prepare()
  } catch (error) {
    return failure(name, messageOf(error))
  }
  return run(ready)
}

async function checkCode(): Promise<Tally> {
  // React Router generates the types of the routes from web/src/routes.
  const generated = await check('route types', [bin('@react-router/dev/bin.cjs'), 'typegen'])
  if (generated.failed > 0) return generated
  // The type checker is written in Go. It collects garbage less often with GOGC=400: a tenth more memory, a sixth less time.
  return check('lint', [bin('oxlint/bin/oxlint'), '--report-unused-disable-directives'], { GOGC: '400' })
}

function vitest(
  project: string,
  filters: string[],
  env: NodeJS.ProcessEnv = {},
  selection: Selection = 'daily',
): Promise<Tally> {
  return reported(
    `vitest ${project}`,
    (text) => readVitestReport(text, selection),
    (report) => ({
      args: [
        bin('vitest/vitest.mjs'),
        'run',
        '--project',
        project,
        `--tags-filter=${TAGS_FILTERS[selection]}`,
        '--pass-with-no-tests',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...filters,
      ],
      env: { NODE_ENV: 'test', ...env },
      timeoutMs: (selection === NIGHTLY ? 60 : 10) * MINUTE_MS,
    }),
  )
}

/** React's development build, which `NODE_ENV` selects, takes a fifth of the stage's time for its warnings. */
function inChromium(filters: string[], reactBuild: 'production' | 'development'): Promise<StageResult> {
  return withChromium((chromium) => vitest('*components', filters, { CHROMIUM_PATH: chromium, NODE_ENV: reactBuild }))
}

async function onPostgres(filters: string[]): Promise<StageResult> {
  if (process.env['TEST_DATABASE_URL']) return vitest('db', filters, {}, 'postgres')
  return prepared('a PostgreSQL of our own', startPrivatePostgres, async (server) => {
    if (server === null) {
      const left = 'no PostgreSQL server programs here (Debian: apt-get install postgresql) and no TEST_DATABASE_URL'
      return { ...empty(), left }
    }
    console.log(`${server.version}, private to this run`)
    try {
      return await vitest('db', filters, { TEST_DATABASE_URL: server.url }, 'postgres')
    } finally {
      await server.stop()
    }
  })
}

/** Looked for once in a run: without a network, trying to install one takes minutes. */
let chromiumPath: Promise<string> | undefined

const findChromium = (): Promise<string> => (chromiumPath ??= ensureChromium())

function withChromium(run: (path: string) => Promise<StageResult>): Promise<StageResult> {
  return prepared('preparing the browser tests', findChromium, run)
}

/**
 * Begins to install a missing Chromium if one of the stages needs it. Debian's takes half a minute, in which the stages
 * before can run. A failure is reported by the stages that need it.
 */
export function installChromiumFor(stages: readonly Stage[]): void {
  const users = [components, pages, talks].map(({ name }) => name)
  if (stages.some(({ name }) => users.includes(name))) findChromium().catch(() => undefined)
}

/** Ends the site that the stages with journeys share: preparing it takes a quarter of a minute. */
let endOfSite: Promise<() => Promise<void>> | undefined

async function prepareSite(): Promise<() => Promise<void>> {
  // Usually the build stage has run before, and this does nothing.
  await buildWeb()
  await import('../../server/src/infra/drizzle-modules.ts')
  const { default: prepare } = await import('../../e2e/support/global-setup.ts')
  return prepare()
}

/** To be called after the last stage. */
export async function endSharedSite(): Promise<void> {
  const end = await endOfSite?.catch(() => undefined)
  await end?.()
}

function journeys(
  projects: readonly ('talks' | 'waits' | 'pages')[],
  filters: string[],
  selection: Selection = 'daily',
): Promise<StageResult> {
  const runOnSite = (chromium: string) =>
    reported(`playwright ${projects.join(' and ')}`, readPlaywrightReport, (report) => ({
      args: [
        bin('@playwright/test/cli.js'),
        'test',
        ...projects.map((project) => `--project=${project}`),
        ...(selection === 'daily'
          ? [`--grep-invert=@${NIGHTLY}`]
          : [`--grep=@${NIGHTLY}`, `--timeout=${10 * MINUTE_MS}`]),
        '--pass-with-no-tests',
        '--reporter=list,json',
        ...filters,
      ],
      env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      timeoutMs: (selection === 'daily' ? 15 : 60) * MINUTE_MS,
    }))
  return withChromium((chromium) =>
    prepared(
      'preparing the journeys',
      () => (endOfSite ??= prepareSite()),
      () => runOnSite(chromium),
    ),
  )
}

/** Tests leave much garbage that dies young: with more room for it, the collector takes a twentieth less of their time. */
const ROOM_FOR_GARBAGE = '--max-semi-space-size=64'

/**
 * Runs a test runner that writes a report to the path given to `commandFor`, with the variables given there added to the
 * environment. A report that says all passed counts only if the exit code is 0: a crash after the last test is a failure
 * too.
 */
async function reported(
  runner: string,
  read: (report: string) => Tally,
  commandFor: (report: string) => Omit<Command, 'command'>,
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'voxhall-report-'))
  try {
    const report = join(folder, 'report.json')
    const { env, ...command } = commandFor(report)
    const { exitCode, output, timedOut } = await runCommand({
      command: process.execPath,
      live: true,
      ...command,
      env: { ...process.env, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${ROOM_FOR_GARBAGE}`, ...env },
    })
    const tally = existsSync(report) ? read(readFileSync(report, 'utf8')) : null
    const tail = output.slice(-4_000)
    if (timedOut) return add(tally ?? empty(), failure(runner, `It took too long and was stopped.\n${tail}`))
    if (tally === null) return failure(runner, `It ended without a report.\n${tail}`)
    if (exitCode === 0 || tally.failed > 0) return tally
    return add(tally, failure(runner, `No test failed, yet it ended with ${exitCode}.\n${tail}`))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function success(): Tally {
  return { ...empty(), passed: 1 }
}

function failure(name: string, detail: string): Tally {
  return { ...empty(), failed: 1, failures: [{ name, detail }] }
}

function empty(): Tally {
  return { passed: 0, failed: 0, skipped: 0, failures: [] }
}

function add(a: Tally, b: Tally): Tally {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
  }
}
