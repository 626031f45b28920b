// A lock between processes: a file that names the process holding it. A lock of a dead process is taken over. Runs
// before anything is installed and on any version of Node, so it has no dependencies.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const POLL_MS = 150
/** Removing a dead holder's lock takes microseconds, so a removal that has lasted longer than this was interrupted. */
const BREAKER_STALE_MS = 10_000

/**
 * Runs `work` while no other process holds `lockPath`. Waits as long as the holder lives, and takes over the lock of a
 * holder that died.
 * @template T
 * @param {string} lockPath a file that nothing else uses; its folder is created
 * @param {() => Promise<T> | T} work
 * @param {{ onWait?: (holderPid: number) => void }} [options] `onWait` is called once if another process holds the lock
 * @returns {Promise<T>}
 */
export async function withFileLock(lockPath, work, { onWait } = {}) {
  mkdirSync(dirname(lockPath), { recursive: true })
  let told = false
  while (!tryCreate(lockPath)) {
    const holder = readHolder(lockPath)
    if (holder === 'gone') continue
    if (!isAlive(holder)) {
      breakLock(lockPath)
      continue
    }
    if (!told) {
      told = true
      onWait?.(holder.pid)
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  try {
    return await work()
  } finally {
    rmSync(lockPath, { force: true })
  }
}

/** @param {string} path */
function tryCreate(path) {
  let file
  try {
    file = openSync(path, 'wx')
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
  writeSync(file, JSON.stringify({ pid: process.pid, startedAt: processStart(process.pid) }))
  closeSync(file)
  return true
}

/**
 * @typedef {{ pid: number, startedAt: string | null }} Holder
 * @param {string} path
 * @returns {Holder | 'gone'}
 */
function readHolder(path) {
  try {
    const text = readFileSync(path, 'utf8')
    // The file is empty for an instant between its creation and the first write. If it stays empty, its process was
    // killed.
    if (text === '') return statSync(path).mtimeMs > Date.now() - 2_000 ? 'gone' : { pid: 0, startedAt: null }
    return JSON.parse(text)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 'gone'
    if (error instanceof SyntaxError) return { pid: 0, startedAt: null }
    throw error
  }
}

/** @param {Holder} holder */
function isAlive({ pid, startedAt }) {
  if (pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
  return startedAt === processStart(pid)
}

/**
 * Process ids are reused, but an id together with its start time is unique. Only Linux offers the start time cheaply.
 * @param {number} pid
 */
function processStart(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

/**
 * Two waiting processes may find the same dead holder. Without a lock on the removal, the second one would remove the
 * lock that the first one has just taken.
 * @param {string} path
 */
function breakLock(path) {
  const breaker = `${path}.break`
  if (!tryCreate(breaker)) {
    try {
      if (statSync(breaker).mtimeMs < Date.now() - BREAKER_STALE_MS) rmSync(breaker, { force: true })
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error
    }
    return
  }
  const holder = readHolder(path)
  if (holder !== 'gone' && !isAlive(holder)) rmSync(path, { force: true })
  rmSync(breaker, { force: true })
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function hasCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code
}
