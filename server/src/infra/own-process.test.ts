import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import type { FixtureJob } from './own-process.fixture.ts'
import { createOwnProcesses } from './own-process.ts'

const FIXTURE = 'own-process.fixture'
const module = new URL(`./${FIXTURE}.ts`, import.meta.url)

function run(job: FixtureJob, { timeoutMs = 25_000, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}) {
  const processes = createOwnProcesses<unknown>({ module, timeoutMs, heapMb: 64, processes: 1 })
  return processes.run(job, 'user_1', signal)
}

/** The running processes of jobs that this process started, or another. */
function jobsOf(pid = process.pid): number[] {
  try {
    const pids = execFileSync('pgrep', ['-P', String(pid), '-f', FIXTURE], { encoding: 'utf8' })
    return pids.trim().split('\n').map(Number)
  } catch {
    return []
  }
}

it('a job gets none of the server’s variables', async () => {
  expect(await run('environment')).toEqual(expect.arrayContaining(['NODE_NO_WARNINGS']))
  expect(await run('environment')).not.toEqual(expect.arrayContaining(['PATH']))
})

it.each<[FixtureJob, string]>([
  ['buffers', 'too-large'],
  ['heap', 'too-large'],
  ['crash', 'broken'],
  ['throw', 'broken'],
])('a job’s process that meets its end by %s was %s, and costs this process no memory', async (job, fault) => {
  const peakKb = process.resourceUsage().maxRSS
  await expect(run(job)).rejects.toMatchObject({ fault })
  expect(process.resourceUsage().maxRSS - peakKb).toBeLessThan(50_000)
  expect(jobsOf()).toEqual([])
})

it('a job that loops for ever is ended', async () => {
  await expect(run('loop', { timeoutMs: 1 })).rejects.toMatchObject({ fault: 'too-slow' })
  expect(jobsOf()).toEqual([])
})

it('a job that is no longer wanted is ended', async () => {
  const wanted = new AbortController()
  const running = run('loop', { signal: wanted.signal })
  await expect.poll(() => jobsOf()).toHaveLength(1)
  wanted.abort(new Error('the server is closing'))
  await expect(running).rejects.toThrow('the server is closing')
  expect(jobsOf()).toEqual([])
})

it('a job that loops for ever ends when the server is killed', async () => {
  const script = `import { createOwnProcesses } from '${new URL('./own-process.ts', import.meta.url).href}'
    createOwnProcesses({ module: new URL('${module.href}'), timeoutMs: 60_000, heapMb: 64, processes: 1 }).run('loop', 'user_1')`
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  const ended = once(server, 'exit')
  await expect.poll(() => jobsOf(server.pid)).toHaveLength(1)
  const [pid = 0] = jobsOf(server.pid)
  server.kill('SIGKILL')
  await ended
  await expect.poll(() => isRunning(pid)).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
