import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FolderLockedError, lockFolder } from './pglite-lock.ts'

let folder: string
const children: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voxhall-lock-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Starts another process that takes the lock and holds it until it is killed. Resolves with what it prints. */
function lockInAnotherProcess(): Promise<{ child: ChildProcess; said: string }> {
  const script = `
    import { lockFolder } from ${JSON.stringify(new URL('./pglite-lock.ts', import.meta.url).href)}
    lockFolder(${JSON.stringify(folder)}).then(
      () => { console.log('locked'); setInterval(() => {}, 1000) },
      (error) => console.log(error.name),
    )`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return new Promise((resolve) => {
    child.stdout?.once('data', (data: Buffer) => resolve({ child, said: data.toString().trim() }))
  })
}

function holderPid(): unknown {
  return (JSON.parse(readFileSync(join(folder, 'db.lock'), 'utf8')) as { pid: unknown }).pid
}

async function killed(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
}

it('the lock admits one process and tells the second which one holds it', async () => {
  const { child, said } = await lockInAnotherProcess()
  expect(said).toBe('locked')
  await expect(lockFolder(folder)).rejects.toThrow(FolderLockedError)
  await expect(lockFolder(folder)).rejects.toThrow(String(child.pid))
})

it('the lock is also refused to a second opening in the same process', async () => {
  const lock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(FolderLockedError)
  lock.release()
  const again = await lockFolder(folder)
  again.release()
})

it('the lock is taken over from a process that was killed', async () => {
  const { child } = await lockInAnotherProcess()
  await killed(child)
  const lock = await lockFolder(folder)
  expect(holderPid()).toBe(process.pid)
  lock.release()
})

it('the lock goes to exactly one of many processes that take it over at once', async () => {
  const { child } = await lockInAnotherProcess()
  await killed(child)
  const answers = await Promise.all(Array.from({ length: 6 }, () => lockInAnotherProcess()))
  expect(answers.map((answer) => answer.said).toSorted()).toEqual([...Array(5).fill('FolderLockedError'), 'locked'])
})

it('the lock is taken over from a dead process even if its id belongs to a new one', async () => {
  const lock = await lockFolder(folder)
  const path = join(folder, 'db.lock')
  const holder = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  lock.release()
  writeFileSync(path, JSON.stringify({ ...holder, startedAt: 'another boot/1', nonce: 'other' }))
  const own = await lockFolder(folder)
  expect(readFileSync(path, 'utf8')).not.toContain('another boot')
  own.release()
})

it('the lock is left to a holder on another machine while its heartbeat is recent', async () => {
  const path = join(folder, 'db.lock')
  writeFileSync(path, JSON.stringify({ pid: 1, startedAt: 'x', host: 'another-machine', nonce: 'other' }))
  const aWhileAgo = new Date(Date.now() - 3_000)
  utimesSync(path, aWhileAgo, aWhileAgo)
  const heartbeat = setInterval(() => utimesSync(path, new Date(), new Date()), 200)
  await expect(lockFolder(folder)).rejects.toThrow(/another-machine/)
  clearInterval(heartbeat)
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(path, longAgo, longAgo)
  const lock = await lockFolder(folder)
  lock.release()
})

it('the lock is taken over when its file is damaged', async () => {
  writeFileSync(join(folder, 'db.lock'), '{"pid":')
  const lock = await lockFolder(folder)
  expect(holderPid()).toBe(process.pid)
  lock.release()
})
