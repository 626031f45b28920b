// The stages of `npm test`, in the order in which a mistake is cheapest to find.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from '../build-web.ts'
import { ensureChromium } from '../ensure-chromium.ts'
import { repositoryRoot } from '../repository-root.ts'
import { runCommand } from '../run-command.ts'
import { startPrivatePostgres } from './private-postgres.ts'
import { readPlaywrightReport, readVitestReport, type Tally } from './reports.ts'

/** `left` says why a stage had nothing to run on; such a stage counts nothing. */
export type StageResult = Tally & { left?: string }
export type Stage = { name: string; about: string; run(filters: string[]): Promise<StageResult> }

const MINUTE_MS = 60_000
const TYPE_PROJECTS = ['tsconfig.server.json', 'tsconfig.web.json', 'tsconfig.worker.json', 'tsconfig.tools.json']

export const STAGES: Stage[] = [
  {
    name: 'lint',
    about: 'oxlint with types, and the rules of the house',
    run: () => check('lint', [bin('oxlint/bin/oxlint'), '--report-unused-disable-directives']),
  },
  {
    name: 'format',
    about: 'prettier',
    run: () => check('format', [bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.']),
  },
  { name: 'types', about: 'server, web, its service worker and tools', run: checkTypes },
  { name: 'unit', about: 'vitest', run: (filters) => vitest('unit', filters) },
  {
    name: 'pglite',
    about: 'the server on the embedded PostgreSQL',
    run: (filters) => vitest('db', filters, { TEST_DATABASE_URL: '' }),
  },
  { name: 'postgres', about: 'the same tests on a PostgreSQL server', run: onPostgres },
  { name: 'e2e', about: 'journeys in Chromium', run: endToEnd },
]

function bin(path: string): string {
  return join(repositoryRoot, 'node_modules', path)
}

/** A program that is right or wrong as a whole counts as one test. */
async function check(name: string, args: string[]): Promise<Tally> {
  const { exitCode, output } = await runCommand({ command: process.execPath, args, timeoutMs: 10 * MINUTE_MS })
  if (exitCode === 0) return { passed: 1, failed: 0, skipped: 0, failures: [] }
  return failure(name, output)
}

async function checkTypes(): Promise<Tally> {
  // The types of the routes are written from the files in web/src/routes.
  const generated = await check('route types', [bin('@react-router/dev/bin.cjs'), 'typegen'])
  if (generated.failed > 0) return generated
  const results = await Promise.all(
    TYPE_PROJECTS.map((project) => check(`types of ${project}`, [bin('typescript/bin/tsc'), '-p', project])),
  )
  return results.reduce(add)
}

async function vitest(project: string, filters: string[], env: NodeJS.ProcessEnv = {}): Promise<Tally> {
  return withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { exitCode, output, timedOut } = await runCommand({
      command: process.execPath,
      args: [bin('vitest/vitest.mjs'), 'run', '--project', project, ...reporters, ...filters],
      env: { ...process.env, ...env, NODE_ENV: 'test' },
      live: true,
      timeoutMs: 30 * MINUTE_MS,
    })
    return summed(`vitest ${project}`, existsSync(report) ? readVitestReport(readFileSync(report, 'utf8')) : null, {
      exitCode,
      output,
      timedOut,
    })
  })
}

async function onPostgres(filters: string[]): Promise<StageResult> {
  if (process.env['TEST_DATABASE_URL']) return vitest('db', filters)
  let server
  try {
    server = await startPrivatePostgres()
  } catch (error) {
    return failure('a PostgreSQL of our own', error instanceof Error ? error.message : String(error))
  }
  if (server === null) {
    return {
      ...empty(),
      left: 'no PostgreSQL server programs here (Debian: apt-get install postgresql) and no TEST_DATABASE_URL',
    }
  }
  console.log(`${server.version}, private to this run`)
  try {
    return await vitest('db', filters, { TEST_DATABASE_URL: server.url })
  } finally {
    await server.stop()
  }
}

async function endToEnd(filters: string[]): Promise<Tally> {
  let chromium
  try {
    await buildWeb()
    chromium = await ensureChromium()
  } catch (error) {
    return failure('preparing the browser tests', error instanceof Error ? error.message : String(error))
  }
  // One after the other: pages that are loaded beside it would cost a conversation its real time.
  const alone = await playwright('alone', filters, chromium)
  return add(alone, await playwright('pages', filters, chromium))
}

function playwright(project: 'alone' | 'pages', filters: string[], chromium: string): Promise<Tally> {
  return withReport(async (report) => {
    const { exitCode, output, timedOut } = await runCommand({
      command: process.execPath,
      args: [
        bin('@playwright/test/cli.js'),
        'test',
        `--project=${project}`,
        '--pass-with-no-tests',
        '--reporter=list,json',
        ...filters,
      ],
      env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      live: true,
      timeoutMs: 60 * MINUTE_MS,
    })
    return summed('playwright', existsSync(report) ? readPlaywrightReport(readFileSync(report, 'utf8')) : null, {
      exitCode,
      output,
      timedOut,
    })
  })
}

/** The runner's word is taken only when its exit code agrees: a crash after the last test is a failure too. */
function summed(
  runner: string,
  tally: Tally | null,
  ended: { exitCode: number; output: string; timedOut: boolean },
): Tally {
  const tail = ended.output.slice(-4_000)
  if (ended.timedOut) return add(tally ?? empty(), failure(runner, `It took too long and was stopped.\n${tail}`))
  if (tally === null) return failure(runner, `It ended without a report.\n${tail}`)
  if (ended.exitCode !== 0 && tally.failed === 0) {
    return add(tally, failure(runner, `No test failed, yet it ended with ${ended.exitCode}.\n${tail}`))
  }
  return tally
}

async function withReport(run: (path: string) => Promise<Tally>): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'voxhall-report-'))
  try {
    return await run(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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
