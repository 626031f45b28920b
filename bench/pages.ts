import { chromium } from '@playwright/test'
import { startServer } from '../e2e/support/server.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { ensureChromium } from '../scripts/ensure-chromium.ts'
import { freePort } from '../scripts/free-port.ts'
import { percentile, reportMissed, table } from './figures.ts'
import { auditPage, type PageAudit } from './pages/audit-page.ts'
import { TARGETS } from './pages/targets.ts'
import { messageOf } from '../server/src/infra/error-facts.ts'

/**
 * `npm run bench:pages`: audits the public pages with Lighthouse's phone profile. Each figure is the median of several
 * runs (three, or the number in the first argument). Exits with 1 if a target is missed.
 */
const PATHS = ['/', '/pricing']
const RUNS = Number(process.argv[2] ?? 3)
const ATTEMPTS = 3

/** Retries, since Chromium sometimes returns a trace without its beginning, which Lighthouse rejects. */
async function audit(url: string): Promise<PageAudit> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    try {
      return await auditFresh(url)
    } catch (error) {
      console.log(`again: ${messageOf(error)}`)
    }
  }
  return auditFresh(url)
}

/** Each run starts a new Chromium, so its caches are empty. */
async function auditFresh(url: string): Promise<PageAudit> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu'],
  })
  try {
    return await auditPage(url, port)
  } finally {
    await browser.close()
  }
}

await buildWeb()
const server = await startServer()
const audits: { path: string; runs: PageAudit[] }[] = []
try {
  for (const path of PATHS) {
    const runs: PageAudit[] = []
    for (let run = 1; run <= RUNS; run++) {
      process.stdout.write(`${path} ${run}/${RUNS} …\n`)
      runs.push(await audit(`${server.url}${path}`))
    }
    audits.push({ path, runs })
  }
} finally {
  await server.stop()
}

/** The median for each name in ms, largest first. Names below one millisecond are left out. */
function medians(sums: readonly ReadonlyMap<string, number>[]): string {
  const names = new Set(sums.flatMap((sum) => [...sum.keys()]))
  return [...names]
    .map((name) => ({
      name,
      ms: percentile(
        sums.map((sum) => sum.get(name) ?? 0),
        0.5,
      ),
    }))
    .filter(({ ms }) => ms >= 1)
    .toSorted((a, b) => b.ms - a.ms)
    .map(({ name, ms }) => `${name} ${Math.round(ms)}`)
    .join(', ')
}

const missed: string[] = []
const rows = TARGETS.map(({ what, target, read, show, isMet }) => ({
  what,
  target,
  values: audits.map(({ path, runs }) => {
    const value = percentile(runs.map(read), 0.5)
    if (!isMet(value)) missed.push(`${path}: ${what} ${show(value)}, wanted ${target}`)
    return show(value)
  }),
}))

console.log(`\n${table(PATHS, rows)}`)
for (const { path, runs } of audits) {
  console.log(`\nProcessor time of ${path} in ms, by work: ${medians(runs.map(({ cpu }) => cpu.byWork))}`)
  console.log(`By script: ${medians(runs.map(({ cpu }) => cpu.byScript))}`)
  const faults = [...new Set(runs.flatMap((run) => run.faults))]
  if (faults.length > 0)
    console.log(`\nNot perfect on ${path} in some run:\n${faults.map((fault) => `- ${fault}`).join('\n')}`)
}
reportMissed(missed)
