/** One event of a Chromium trace; times in microseconds. */
export interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** The part of `dur` in which the thread ran on a processor. */
  tdur?: number
  args?: { data?: { url?: string; documentLoaderURL?: string } }
}

export interface MainThreadCpu {
  totalMs: number
  /** In ms by kind of work: style, layout, painting, scripts and the rest. */
  byWork: Map<string, number>
  /** In ms by the script that caused the work, named by its file without the hash. Other work is under `NO_SCRIPT`. */
  byScript: Map<string, number>
}

export const NO_SCRIPT = 'no script'
const WORK: readonly (readonly [string, RegExp])[] = [
  ['style', /^UpdateLayoutTree$/],
  ['layout', /^Layout$/],
  ['paint', /Paint|Layerize|^Commit$|^UpdateLayer$/],
  ['parsing', /^Parse|Parser/],
  ['script', /^v8\.|^V8\.|^EvaluateScript$|^FunctionCall$|^RunMicrotasks$|GC$|^FireAnimationFrame$|^TimerFire$/],
]

interface Open {
  event: TraceEvent
  selfMicros: number
  script: string
}

/**
 * The processor time of a page's main thread since its navigation. Unlike elapsed time, it hardly depends on the load
 * of the machine, so it can be compared between builds even on a busy one.
 * @throws {Error} if the trace has no navigation to the page
 */
export function mainThreadCpu(events: readonly TraceEvent[]): MainThreadCpu {
  const navigation = events.findLast(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith('http') === true,
  )
  if (navigation === undefined) throw new Error('The trace has no navigation.')
  const { pid, tid, ts } = navigation
  const mine = events
    .filter((event) => event.ph === 'X' && event.pid === pid && event.tid === tid && event.ts >= ts)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))

  const cpu: MainThreadCpu = { totalMs: 0, byWork: new Map(), byScript: new Map() }
  const open: Open[] = []
  const closeUntil = (micros: number) => {
    for (let last = open.at(-1); last && endOf(last.event) <= micros; last = open.at(-1)) {
      open.pop()
      const { event, selfMicros, script } = last
      cpu.totalMs += selfMicros / 1000
      add(cpu.byWork, WORK.find(([, names]) => names.test(event.name))?.[0] ?? 'rest', selfMicros)
      add(cpu.byScript, script, selfMicros)
    }
  }
  for (const event of mine) {
    closeUntil(event.ts)
    const parent = open.at(-1)
    const selfMicros = event.tdur ?? 0
    if (parent) parent.selfMicros -= selfMicros
    open.push({ event, selfMicros, script: scriptOf(event) ?? parent?.script ?? NO_SCRIPT })
  }
  closeUntil(Number.POSITIVE_INFINITY)
  return cpu
}

function endOf({ ts, dur = 0 }: TraceEvent): number {
  return ts + dur
}

function add(sums: Map<string, number>, name: string, micros: number): void {
  sums.set(name, (sums.get(name) ?? 0) + micros / 1000)
}

function scriptOf({ args }: TraceEvent): string | null {
  const address = args?.data?.url ?? ''
  return /\/assets\/(.+)-[\w-]{7}\.js$/.exec(address)?.[1] ?? null
}
