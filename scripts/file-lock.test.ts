import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFileLock } from './file-lock.mjs'

let folder: string
let lock: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voxhall-lock-'))
  lock = join(folder, 'made', 'for.lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a separate process that runs `body` while it holds the lock. */
function holder(body: string) {
  const script = `
    import { appendFileSync } from 'node:fs'
    import { withFileLock } from ${JSON.stringify(new URL('./file-lock.mjs', import.meta.url).href)}
    const log = (line) => appendFileSync(${JSON.stringify(join(folder, 'log'))}, line + '\\n')
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
    await withFileLock(${JSON.stringify(lock)}, async () => { ${body} })`
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
}

test('returns the result of the work, and removes the lock, even after a failure', async () => {
  expect(await withFileLock(lock, () => 7)).toBe(7)
  await expect(withFileLock(lock, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(existsSync(lock)).toBe(false)
})

test('processes that start together run their work one after another', async () => {
  const processes = [1, 2, 3, 4].map((id) => holder(`log('in ${id}'); await wait(40); log('out ${id}')`))
  await Promise.all(processes.map((process) => once(process, 'exit')))
  const lines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')
  expect(lines).toHaveLength(8)
  for (let index = 0; index < lines.length; index += 2)
    expect(lines[index + 1]).toBe(lines[index]?.replace('in', 'out'))
})

test('waits for a running holder, and takes over the lock when the holder is killed', async () => {
  const process = holder("console.log('held'); await wait(60_000)")
  await once(process.stdout, 'data')
  const waitedFor: number[] = []
  const got = withFileLock(lock, () => 'mine', { onWait: (pid) => waitedFor.push(pid) })
  await expect.poll(() => waitedFor).toEqual([process.pid])
  process.kill('SIGKILL')
  expect(await got).toBe('mine')
})

test("takes over a lock whose holder's process id now belongs to another process", async () => {
  await withFileLock(lock, () => undefined)
  writeFileSync(lock, JSON.stringify({ pid: process.pid, startedAt: '1' }))
  expect(await withFileLock(lock, () => 'mine')).toBe('mine')
})

test('takes over a lock file that was only partly written', async () => {
  await withFileLock(lock, () => undefined)
  writeFileSync(lock, '{"pid":')
  expect(await withFileLock(lock, () => 'mine')).toBe('mine')
})
