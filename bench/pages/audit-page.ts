import lighthouse, { type Result } from 'lighthouse'
import { mainThreadCpu, type MainThreadCpu } from './main-thread-cpu.ts'

/** The results of one Lighthouse run on one page; times in ms, sizes as transferred, including headers. */
export interface PageAudit {
  /** 0…100. */
  scores: Record<Category, number>
  lcpMs: number
  fcpMs: number
  tbtMs: number
  /** Cumulative layout shift, without a unit. */
  cls: number
  /** Transferred bytes of every script that was fetched until the network was idle. */
  scriptBytes: number
  scriptPaths: string[]
  /** Measured during Lighthouse's run, including the work of its own instrumentation. */
  cpu: MainThreadCpu
  /** Titles of the audits that affect a score and are not perfect. */
  faults: string[]
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

/**
 * Audits a page with Lighthouse's own phone profile: a simulated mid-range phone on slow 4G.
 * @param port the DevTools port of a running Chromium
 * @throws {Error} if Lighthouse could not audit the page at all
 */
export async function auditPage(url: string, port: number): Promise<PageAudit> {
  const run = await lighthouse(url, { port, logLevel: 'error', output: 'json', onlyCategories: [...CATEGORIES] })
  if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message ?? `no result for ${url}`)
  const { lhr, artifacts } = run
  const scripts = scriptsOf(lhr)
  return {
    scores: Object.fromEntries(CATEGORIES.map((category) => [category, scoreOf(lhr, category)])) as PageAudit['scores'],
    lcpMs: numberOf(lhr, 'largest-contentful-paint'),
    fcpMs: numberOf(lhr, 'first-contentful-paint'),
    tbtMs: numberOf(lhr, 'total-blocking-time'),
    cls: numberOf(lhr, 'cumulative-layout-shift'),
    scriptBytes: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0),
    scriptPaths: scripts.map((script) => new URL(script.url).pathname),
    cpu: mainThreadCpu(artifacts.Trace.traceEvents),
    faults: faultsOf(lhr),
  }
}

function scoreOf(lhr: Result, category: Category): number {
  return Math.round((lhr.categories[category]?.score ?? 0) * 100)
}

function numberOf(lhr: Result, audit: string): number {
  return lhr.audits[audit]?.numericValue ?? Number.NaN
}

interface NetworkRequest {
  url: string
  resourceType: string
  transferSize: number
}

function scriptsOf(lhr: Result): NetworkRequest[] {
  const { details } = lhr.audits['network-requests'] ?? {}
  if (details?.type !== 'table') throw new Error('Lighthouse lists no requests')
  // Lighthouse declares no types for the rows of its tables; these are the columns of this audit.
  return (details.items as unknown as NetworkRequest[]).filter(({ resourceType }) => resourceType === 'Script')
}

function faultsOf(lhr: Result): string[] {
  return CATEGORIES.flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = lhr.audits[id]
      if (weight === 0 || !audit || audit.score === null || audit.score >= 1) return []
      return [`${category} › ${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ''}`]
    }),
  )
}
