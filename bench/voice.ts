import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { measureAccuracy } from './voice/accuracy.ts'
import { loadClips } from './voice/clips.ts'
import { converse, type Measured } from './voice/conversation.ts'
import { repositoryRoot } from '../scripts/repository-root.ts'
import { asDeployed } from './as-deployed.ts'
import { machine, ms, percentile, rowOf, table } from './figures.ts'

/**
 * `npm run bench:voice`: measures the voice engine against its targets, with 1, 10 and 25 people who all talk at once.
 * The engine has its own process; all callers share this one, so the machine does the work of both sides. With
 * `--engine-cgroup <folder>` the engine alone moves to that control group, which may limit its processor time.
 */
const { values: settings, positionals } = parseArgs({
  options: { 'engine-cgroup': { type: 'string' } },
  allowPositionals: true,
})
const LOADS = positionals.length > 0 ? positionals.map(Number) : [1, 10, 25]
const TURNS: Record<number, number> = { 1: 16, 10: 8, 25: 6 }
const SETTLE_MS = 2_000

const readySchema = z.object({ type: z.literal('ready'), port: z.number() })
const useSchema = z.object({ type: z.literal('use'), rssBytes: z.number(), cpuMs: z.number() })

async function useOf(engine: ChildProcess): Promise<{ memoryMb: number; cpuMs: number }> {
  const answer = once(engine, 'message')
  engine.send('use')
  const [message] = await answer
  const { rssBytes, cpuMs } = useSchema.parse(message)
  return { memoryMb: rssBytes / 1_000_000, cpuMs }
}

interface Load extends Measured {
  people: number
  peakMb: number
  /** Processor time of the engine, including all threads, for each minute of a call. */
  cpuSecondsPerMinute: number
}

async function measure(engine: ChildProcess, port: number, people: number): Promise<Load> {
  const measured: Measured = { turnGapsMs: [], engineMs: [], wordsMs: [], bargeInMs: [], failures: 0 }
  let peakMb = 0
  const before = await useOf(engine)
  let calledMs = 0
  const watch = new AbortController()
  const watching = (async () => {
    while (!watch.signal.aborted) {
      peakMb = Math.max(peakMb, (await useOf(engine)).memoryMb)
      await delay(500)
    }
  })()
  await Promise.all(
    Array.from({ length: people }, async (_, index) => {
      // Callers join a few milliseconds apart and talk at about the same time.
      await delay(index * 37)
      const startedAtMs = performance.now()
      await converse(port, clips, TURNS[people] ?? 6, index, measured)
      calledMs += performance.now() - startedAtMs
    }),
  )
  watch.abort()
  await watching
  const cpuMs = (await useOf(engine)).cpuMs - before.cpuMs
  return { ...measured, people, peakMb, cpuSecondsPerMinute: (cpuMs / calledMs) * 60 }
}

const clips = loadClips()
const { command, env } = await asDeployed('bench/voice/engine-process.ts')
const [launcher, ...words] = command
const engine = spawn(launcher, words, {
  cwd: repositoryRoot,
  env: { ...process.env, ...env },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
const [ready] = await once(engine, 'message')
const { port } = readySchema.parse(ready)
const cgroup = settings['engine-cgroup']
if (cgroup !== undefined) writeFileSync(join(cgroup, 'cgroup.procs'), String(engine.pid))

const results: Load[] = []
for (const people of LOADS) {
  process.stdout.write(`${people} ${people === 1 ? 'call' : 'calls at once'} …\n`)
  results.push(await measure(engine, port, people))
  await delay(SETTLE_MS)
}
engine.disconnect()

const [fewest] = results
const row = rowOf(results)
const p95 = (valuesMs: readonly number[]): string => ms(percentile(valuesMs, 0.95))

process.stdout.write(`\n${machine()}\n\n`)
process.stdout.write(
  `${table(
    results.map(({ people }) => `${people} at once`),
    [
      row('end of speech → first audio, p50', '≤ 450 ms', ({ turnGapsMs }) => ms(percentile(turnGapsMs, 0.5))),
      row('end of speech → first audio, p95', '≤ 650 ms', ({ turnGapsMs }) => p95(turnGapsMs)),
      row('of which the engine adds, p95', '≤ 150 ms, 25: ≤ 300 ms', ({ engineMs }) => p95(engineMs)),
      row('of that, until the words are known, p95', '', ({ wordsMs }) => p95(wordsMs)),
      row('barge-in: speech → silence, p95', '≤ 200 ms', ({ bargeInMs }) => p95(bargeInMs)),
      row('CPU seconds for a minute of call', '', ({ cpuSecondsPerMinute }) => `${cpuSecondsPerMinute.toFixed(2)} s`),
      row(
        'turns measured (failed calls)',
        '0 failed',
        ({ turnGapsMs, failures }) => `${turnGapsMs.length} (${failures})`,
      ),
      row('memory for each further call', '≤ 15 MB', (result) =>
        !fewest || result === fewest
          ? `${Math.round(result.peakMb)} MB in all`
          : `${((result.peakMb - fewest.peakMb) / (result.people - fewest.people)).toFixed(1)} MB`,
      ),
    ],
  )}\n\n`,
)

const accuracy = await measureAccuracy(clips)
process.stdout.write(
  `${table(
    ['measured'],
    [
      {
        what: 'in-grammar questions answered with the right entry',
        target: '≥ 98 %',
        values: [`${accuracy.right} of ${accuracy.inGrammar}`],
      },
      {
        what: 'out-of-grammar speech answered as if understood',
        target: '≤ 2 %',
        values: [`${accuracy.fooled} of ${accuracy.outOfGrammar}`],
      },
      {
        what: 'out-of-grammar speech asked back about',
        target: '≤ 10 %',
        values: [`${accuracy.askedBack} of ${accuracy.outOfGrammar}`],
      },
    ],
  )}\n`,
)
if (accuracy.misses.length > 0) process.stdout.write(`\nNot as recorded:\n${accuracy.misses.join('\n')}\n`)
