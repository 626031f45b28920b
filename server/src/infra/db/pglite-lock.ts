import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { codeOf } from '../error-facts.ts'

/**
 * PGlite lets two processes open one folder and then loses rows, so a lock file of ours beside the folder guards it. The
 * file names its holder by process id and start time, because after a `kill -9` another program may get the same process
 * id. Processes on another machine or in another container can't be seen; such a holder counts as alive while it keeps
 * touching the file.
 */
const HEARTBEAT_INTERVAL_MS = 4_000
const SILENCE_OF_THE_DEAD_MS = 12_000
const TAKE_OVER_MAX_MS = 10_000

const holderSchema = z.object({ pid: z.number(), startedAt: z.string(), host: z.string(), nonce: z.string() })
type Holder = z.infer<typeof holderSchema>

interface FolderLock {
  /** Idempotent. */
  release(): void
}

/** The folder is locked; the message names the holder and says what to do. */
export class FolderLockedError extends Error {
  constructor(folder: string, holder: Holder) {
    super(
      `The database folder ${folder} is in use by another Voxhall process (process ${holder.pid} on ${holder.host}). ` +
        'Stop that one first, or give this one a DATA_DIR of its own, or set DATABASE_URL to share one PostgreSQL.',
    )
    this.name = 'FolderLockedError'
  }
}

/**
 * Locks `<dataDir>/db.lock` for this process, taking it over from a holder that is no longer alive.
 * @throws {FolderLockedError} while the holder is alive
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'db.lock')
  const own: Holder = {
    pid: process.pid,
    startedAt: startTimeOf(process.pid) ?? '',
    host: hostname(),
    nonce: crypto.randomUUID(),
  }
  const draft = `${path}.${own.nonce}`
  writeFileSync(draft, JSON.stringify(own))
  try {
    while (!linkIfFree(draft, path)) await takeOverFromTheDead(path, dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
  return keep(path, own)
}

/** `link` creates the lock with its content in one step, so that no process reads an incomplete lock. */
function linkIfFree(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes a dead holder's lock; returns when locking is worth another try. A folder as a gate serialises take-overs,
 * since two at once could each remove the other's new lock.
 */
async function takeOverFromTheDead(path: string, dataDir: string): Promise<void> {
  const seen = readHolder(path)
  // The holder released the lock meanwhile. The next process may hold it already, and this one must not take it away.
  if (seen === undefined && !existsSync(path)) return
  if (seen && (await isAlive(seen, path))) throw new FolderLockedError(dataDir, seen)
  const gate = `${path}.take-over`
  try {
    mkdirSync(gate)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    if (ageMs(gate) > TAKE_OVER_MAX_MS) rmSync(gate, { recursive: true, force: true })
    await wait(50)
    return
  }
  try {
    if (readHolder(path)?.nonce === seen?.nonce) {
      const grave = `${path}.dead`
      renameSync(path, grave)
      rmSync(grave, { force: true })
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  } finally {
    rmdirSync(gate)
  }
}

async function isAlive(holder: Holder, path: string): Promise<boolean> {
  if (holder.host === hostname()) {
    const startedAt = startTimeOf(holder.pid)
    return startedAt !== undefined && startedAt === holder.startedAt
  }
  while (ageMs(path) < SILENCE_OF_THE_DEAD_MS) {
    const before = ageMs(path)
    await wait(1_000)
    if (ageMs(path) < before) return true
  }
  return false
}

function keep(path: string, own: Holder): FolderLock {
  const heartbeat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date())
    } catch {
      // The folder was deleted while in use; the database reports that better than a heartbeat can.
    }
  }, HEARTBEAT_INTERVAL_MS)
  heartbeat.unref()
  return {
    release() {
      clearInterval(heartbeat)
      if (readHolder(path)?.nonce === own.nonce) rmSync(path, { force: true })
    },
  }
}

/** Undefined if there is no lock or it can't be read; both count as a dead holder. */
function readHolder(path: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

/**
 * The start time as an opaque text, by which two processes with the same id can be told apart. Undefined if no process
 * has the id.
 */
function startTimeOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      // Field 22 of proc(5)'s stat, counted after the program's name, which may itself contain spaces and brackets.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
      const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      return `${bootId}/${ticks}`
    } catch {
      return undefined
    }
  }
  try {
    process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM' ? 'unknown' : undefined
  }
  if (process.platform === 'win32') return 'unknown'
  return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
}

function ageMs(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
