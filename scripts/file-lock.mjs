// A lock between processes that outlives none of them: one file that names its holder. It runs before anything is
// installed, on any version of Node, and so depends on nothing.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const POLL_MS = 150
/** Removing a dead holder's lock takes microseconds; a removal that is older than this died in the middle. */
const BREAKER_STALE_MS = 10_000

/**
 * Runs `work` while no other process holds `lockPath`. Waits as long as the holder lives; takes over from one that died.
 * @template T
 * @param {string} lockPath a file that nothing else uses; its folder is made
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
    // Between creating and writing, the file is empty for an instant; one that stays empty was left by a killed process.
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
 * Process ids are used again; together with the time of birth they are not. Only Linux tells it cheaply.
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
 * Two waiters may find the same dead holder: without a lock on the removal, the second would remove the first's new lock.
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
