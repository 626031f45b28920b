import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { z } from 'zod'
import { startPrivatePostgres } from '../scripts/test/private-postgres.ts'
import { readEnv } from '../server/src/config/env.ts'
import { openDatabase, type DatabaseHandle } from '../server/src/infra/db/client.ts'
import { TEAM_TOKEN_HEADER } from '../server/src/infra/http/session.ts'
import { createServer } from '../server/src/server.ts'
import { createEngineWithoutCalls } from '../server/src/voice/testing/engine-without-calls.ts'
import { fill, type Size } from './crm/fill.ts'
import { QUESTIONS } from './crm/questions.ts'
import { measureRendering } from './crm/rendering.ts'
import { percentile, reportMissed, table } from './figures.ts'

/**
 * `npm run bench:crm`: measures how long the server takes to answer the requests of the team's dashboard, on a separate
 * PostgreSQL and on the embedded one, and how long Chromium takes to paint the lists. Exits with 1 if a p95 is over its
 * target.
 */
const TARGET_P95_MS = 100
/** How often each request is made; all requests of a group take turns. */
const ROUNDS = Number(process.argv[2] ?? 20)
const ON_POSTGRES: Size = { subscribers: 200_000, calls: 1_000_000 }
const PAGES_PAINTED = 60
const ON_PGLITE: Size = { subscribers: 20_000, calls: 100_000 }

interface Measured {
  what: string
  msEach: number[]
}

async function measure(database: DatabaseHandle): Promise<Measured[]> {
  const config = readEnv({ NODE_ENV: 'test', AUTH_SECRET: 'x'.repeat(32) })
  const server = await createServer(config, {
    log: pino({ level: 'silent' }),
    database,
    voice: createEngineWithoutCalls(),
    jobs: { repeats: false },
    rates: { general: { burst: 1_000_000, refillMs: 1 } },
  })
  const entered = await server.app.request('/api/team/access', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: config.TEAM_ACCESS_CODE }),
  })
  const headers = { [TEAM_TOKEN_HEADER]: z.object({ token: z.string() }).parse(await entered.json()).token }

  async function ask(path: string): Promise<{ ms: number; nextCursor: string | null }> {
    const startedMs = performance.now()
    const response = await server.app.request(`/api/crm/${path}`, { headers })
    const body: unknown = await response.json()
    const ms = performance.now() - startedMs
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    const page = z.object({ nextCursor: z.string().nullable() }).safeParse(body)
    return { ms, nextCursor: page.success ? page.data.nextCursor : null }
  }

  const measured: Measured[] = []
  for (const { what, paths } of QUESTIONS) {
    const msEach: number[] = []
    for (const path of paths) await ask(path)
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const path of paths) msEach.push((await ask(path)).ms)
    }
    measured.push({ what, msEach })
  }
  const turning: number[] = []
  let cursor: string | null = null
  for (let page = 0; page < ROUNDS * 10; page += 1) {
    const { ms, nextCursor }: { ms: number; nextCursor: string | null } = await ask(
      `subscribers?sort=tier&order=asc&limit=100${cursor ? `&cursor=${cursor}` : ''}`,
    )
    cursor = nextCursor
    turning.push(ms)
  }
  measured.push({ what: 'page after page, 100 rows each', msEach: turning })
  await server.close()
  return measured
}

async function run(name: string, database: DatabaseHandle, size: Size): Promise<Measured[]> {
  try {
    process.stdout.write(`${name}: filling …\n`)
    await fill(database.db, size)
    process.stdout.write(`${name}: asking …\n`)
    return await measure(database)
  } finally {
    await database.close()
  }
}

const columns: { name: string; measured: Measured[] }[] = []
const postgres = await startPrivatePostgres()
if (postgres) {
  const database = await openDatabase({ dataDir: '', url: postgres.url })
  try {
    const name = 'PostgreSQL, 200,000'
    columns.push({ name, measured: await run(name, database, ON_POSTGRES) })
  } finally {
    await postgres.stop()
  }
} else {
  process.stdout.write('PostgreSQL is not installed here and is left out.\n')
}
let painted: Awaited<ReturnType<typeof measureRendering>> = []
const folder = mkdtempSync(join(tmpdir(), 'voxhall-bench-'))
try {
  const name = 'PGlite, 20,000'
  columns.push({ name, measured: await run(name, await openDatabase({ dataDir: folder }), ON_PGLITE) })
  process.stdout.write('Chromium: turning pages …\n')
  painted = await measureRendering(folder, PAGES_PAINTED)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

const missed: string[] = []
function judge(name: string, what: string, msEach: readonly number[]): string {
  const p95 = percentile(msEach, 0.95)
  if (!(p95 <= TARGET_P95_MS)) missed.push(`${name}: ${what} ${p95.toFixed(0)} ms`)
  return show(msEach)
}
function show(msEach: readonly number[]): string {
  return `${percentile(msEach, 0.95).toFixed(1)} ms (p50 ${percentile(msEach, 0.5).toFixed(1)})`
}
function report(names: readonly string[], lines: readonly { what: string; values: string[] }[]): void {
  const target = `≤ ${TARGET_P95_MS} ms`
  console.log(
    `\n${table(
      names,
      lines.map(({ what, values }) => ({ what: `${what}, p95`, target, values })),
    )}`,
  )
}
report(
  columns.map(({ name }) => name),
  (columns[0]?.measured ?? []).map(({ what }, row) => ({
    what,
    values: columns.map(({ name, measured }) => judge(name, what, measured[row]?.msEach ?? [])),
  })),
)
report(
  ['Desk, 1280 px', 'Phone, 390 px, processor four times slower, no target'],
  painted.map(({ what, desk, phone }) => ({ what, values: [judge('Desk', what, desk), show(phone)] })),
)
reportMissed(missed)
