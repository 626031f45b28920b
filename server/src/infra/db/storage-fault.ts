import { capitalised } from '#contract/written-text.ts'

/** Why the database cannot save, as far as the operating system tells. */
export type StorageFault = 'disk-full' | 'read-only' | 'no-permission' | 'disk-broken'

/** Codes of Node's file system, and of PostgreSQL (53100 disk full, 25006 read-only, 42501 not allowed). */
const CODES: Readonly<Record<string, StorageFault>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EROFS: 'read-only',
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  EIO: 'disk-broken',
  '53100': 'disk-full',
  '25006': 'read-only',
}

/**
 * The embedded PostgreSQL is compiled to WebAssembly. Its C library throws these numbers in objects that are not
 * `Error`s.
 */
const WASI_NUMBERS: Readonly<Record<number, StorageFault>> = {
  2: 'no-permission',
  19: 'disk-full',
  29: 'disk-broken',
  51: 'disk-full',
  63: 'no-permission',
  69: 'read-only',
}

/** PostgreSQL's own wording where it has no code for the error of the operating system. */
const MESSAGES: readonly [RegExp, StorageFault][] = [
  [/no space left on device|disk quota exceeded|wrote only \d+ of \d+ bytes/i, 'disk-full'],
  [/read-only file system|cannot execute .* in a read-only transaction|during recovery$/i, 'read-only'],
  [/: input\/output error|: i\/o error/i, 'disk-broken'],
]

const WORDS: Readonly<Record<StorageFault, { what: (place: string) => string; next: string }>> = {
  'disk-full': { what: (place) => `The disk of ${place} is full`, next: 'Free at least 200 MB on it' },
  'read-only': { what: (place) => `${place} can only be read`, next: 'Make it writable again' },
  'no-permission': {
    what: (place) => `${place} may not be written to by the user that runs Voxhall`,
    next: 'Give that user the folder',
  },
  'disk-broken': {
    what: (place) => `The disk of ${place} reports errors`,
    next: 'Check it, and restore a backup if files are damaged',
  },
}

/** The fault of the disk that caused an error, directly or through its causes. Undefined for any other error. */
export function storageFaultOf(error: unknown): StorageFault | undefined {
  for (let cause = error, depth = 0; isRecord(cause) && depth < 5; cause = cause['cause'], depth += 1) {
    const { code, errno, name, message } = cause
    // An EACCES or EPERM without a path is about a socket or a process, not a file.
    const isOfNoFile = (code === 'EACCES' || code === 'EPERM') && cause['path'] === undefined
    if (typeof code === 'string' && CODES[code] && !isOfNoFile) return CODES[code]
    if (name === 'ErrnoError' && typeof errno === 'number' && WASI_NUMBERS[errno]) return WASI_NUMBERS[errno]
    if (typeof message !== 'string') continue
    const known = MESSAGES.find(([pattern]) => pattern.test(message))
    if (known) return known[1]
  }
  return undefined
}

/** Tells the operator of a running server what happened, what was kept and what to do next. */
export function describeStorageFault(fault: StorageFault): string {
  const { what, next } = WORDS[fault]
  return `${capitalised(what('the database'))}. What was saved before is kept; new data cannot be saved and is refused. ${next}; the server then continues by itself.`
}

/** Tells the same to the operator of a server that cannot start. */
export function describeStartStorageFault(fault: StorageFault, dataDir: string): string {
  const { what, next } = WORDS[fault]
  return `${capitalised(what(`the folder ${dataDir}`))}. What was saved before is kept. ${next}, or set DATA_DIR to another folder, then start again.`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
