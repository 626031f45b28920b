import type { DataPiece } from '../stt/wasm-binary.ts'

/**
 * Runs a WASI command-line program (`_start`) in memory: arguments in, standard output and written files out. node:wasi
 * would need a real folder for every utterance, prints an experimental warning and differs between systems. Only the
 * calls of a C program that reads and writes files are implemented; any other import fails when the module is linked.
 * The numbers of errors, flags and structures are those of WASI snapshot preview 1.
 */
export interface CommandResult {
  exitCode: number
  stdout: string
  stderr: string
  /** The files that the program created, by path without the leading slash. */
  files: ReadonlyMap<string, Uint8Array>
}

export interface Command {
  /** Every run starts as in a fresh instance. `args` excludes the program's name; ASCII or UTF-8. */
  run(args: readonly string[]): CommandResult
}

const SUCCESS = 0
const BAD_DESCRIPTOR = 8
const NO_ENTRY = 44
const FILE_TYPE_CHARACTER_DEVICE = 2
const FILE_TYPE_DIRECTORY = 3
const FILE_TYPE_REGULAR = 4
const OPEN_CREATE = 1
const OPEN_TRUNCATE = 8
const ROOT_DESCRIPTOR = 3
const ALL_RIGHTS = 0xffff_ffff_ffff_ffffn

/** Thrown to unwind the program when it calls `exit`. */
class Exit extends Error {
  readonly code: number
  constructor(code: number) {
    super(`exit code ${code}`)
    this.code = code
  }
}

class MemoryFile {
  bytes = new Uint8Array(0)
  length = 0

  write(data: Uint8Array, at: number): void {
    const end = at + data.length
    if (end > this.bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.bytes.length * 2, 65_536))
      grown.set(this.bytes.subarray(0, this.length))
      this.bytes = grown
    }
    this.bytes.set(data, at)
    this.length = Math.max(this.length, end)
  }

  content(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }
}

interface OpenFile {
  file: MemoryFile
  position: number
  isConsole: boolean
}

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** An instance whose memory has grown beyond this is not used again. */
const MOST_KEPT_BYTES = 48_000_000

/** A program without its data (see `withoutData`), which is read only when its memory is made. */
export interface Program {
  module: WebAssembly.Module
  /**
   * The last piece holds the program's variables; its stack and heap follow. Only these are reset between two runs, which
   * for a program with 17 MB of constants takes a millisecond instead of eleven.
   */
  data: readonly DataPiece[]
}

/** @param load writes a piece of the program's data */
export function createCommand(program: Program, load: (piece: DataPiece, into: Uint8Array) => void): Command {
  let instance: Instance | undefined
  return {
    run: (args) => {
      const used = instance ?? instantiate(program, load)
      // One that ended otherwise than by returning leaves its stack pointer where it was.
      instance = undefined
      const { hasReturned, memoryBytes, ...result } = used.run(args)
      if (hasReturned && memoryBytes <= MOST_KEPT_BYTES) instance = used
      return result
    },
  }
}

interface Instance {
  run(args: readonly string[]): CommandResult & { hasReturned: boolean; memoryBytes: number }
}

function instantiate({ module, data }: Program, load: (piece: DataPiece, into: Uint8Array) => void): Instance {
  let files = new Map<string, MemoryFile>()
  let consoles = [new MemoryFile(), new MemoryFile(), new MemoryFile()] as const
  const open = new Map<number, OpenFile>()
  let argumentBytes: Uint8Array[] = []
  let nextDescriptor = ROOT_DESCRIPTOR + 1

  const instance = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: {
      args_sizes_get: (countAt: number, sizeAt: number) => {
        view().setUint32(countAt, argumentBytes.length, true)
        view().setUint32(
          sizeAt,
          argumentBytes.reduce((sum, bytes) => sum + bytes.length, 0),
          true,
        )
        return SUCCESS
      },
      args_get: (pointersAt: number, bytesAt: number) => {
        for (const [index, bytes] of argumentBytes.entries()) {
          view().setUint32(pointersAt + index * 4, bytesAt, true)
          new Uint8Array(memory.buffer).set(bytes, bytesAt)
          bytesAt += bytes.length
        }
        return SUCCESS
      },
      clock_time_get: (_clock: number, _precision: bigint, at: number) => {
        view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true)
        return SUCCESS
      },
      proc_exit: (code: number) => {
        throw new Exit(code)
      },
      fd_prestat_get: (descriptor: number, at: number) => {
        if (descriptor !== ROOT_DESCRIPTOR) return BAD_DESCRIPTOR
        view().setUint32(at, 0, true)
        view().setUint32(at + 4, 1, true)
        return SUCCESS
      },
      fd_prestat_dir_name: (_descriptor: number, at: number) => {
        view().setUint8(at, '/'.charCodeAt(0))
        return SUCCESS
      },
      fd_fdstat_get: (descriptor: number, at: number) => {
        const entry = open.get(descriptor)
        if (!entry && descriptor !== ROOT_DESCRIPTOR) return BAD_DESCRIPTOR
        const type = !entry ? FILE_TYPE_DIRECTORY : entry.isConsole ? FILE_TYPE_CHARACTER_DEVICE : FILE_TYPE_REGULAR
        view().setUint8(at, type)
        view().setUint16(at + 2, 0, true)
        view().setBigUint64(at + 8, ALL_RIGHTS, true)
        view().setBigUint64(at + 16, ALL_RIGHTS, true)
        return SUCCESS
      },
      fd_fdstat_set_flags: () => SUCCESS,
      path_open: (
        _directory: number,
        _lookup: number,
        pathAt: number,
        pathLength: number,
        openFlags: number,
        _rights: bigint,
        _inherited: bigint,
        _flags: number,
        descriptorAt: number,
      ) => {
        const path = decoder.decode(new Uint8Array(memory.buffer, pathAt, pathLength))
        let file = files.get(path)
        if (!file) {
          if (!(openFlags & OPEN_CREATE)) return NO_ENTRY
          file = new MemoryFile()
          files.set(path, file)
        }
        if (openFlags & OPEN_TRUNCATE) file.length = 0
        open.set(nextDescriptor, { file, position: 0, isConsole: false })
        view().setUint32(descriptorAt, nextDescriptor++, true)
        return SUCCESS
      },
      fd_close: (descriptor: number) => (open.delete(descriptor) ? SUCCESS : BAD_DESCRIPTOR),
      fd_seek: (descriptor: number, offset: bigint, whence: number, positionAt: number) => {
        const entry = open.get(descriptor)
        if (!entry) return BAD_DESCRIPTOR
        const from = [0, entry.position, entry.file.length][whence] ?? 0
        entry.position = from + Number(offset)
        view().setBigUint64(positionAt, BigInt(entry.position), true)
        return SUCCESS
      },
      fd_read: (descriptor: number, vectorsAt: number, vectorCount: number, readAt: number) =>
        eachVector(descriptor, vectorsAt, vectorCount, readAt, (entry, target) => {
          const source = entry.file.content().subarray(entry.position, entry.position + target.length)
          target.set(source)
          return source.length
        }),
      fd_write: (descriptor: number, vectorsAt: number, vectorCount: number, writtenAt: number) =>
        eachVector(descriptor, vectorsAt, vectorCount, writtenAt, (entry, source) => {
          entry.file.write(source, entry.position)
          return source.length
        }),
    },
  })

  const { memory, start } = commandExports(instance)

  // Created each time: when the program grows its memory, older views are detached.
  const view = (): DataView => new DataView(memory.buffer)

  const eachVector = (
    descriptor: number,
    vectorsAt: number,
    vectorCount: number,
    totalAt: number,
    move: (entry: OpenFile, part: Uint8Array) => number,
  ): number => {
    const entry = open.get(descriptor)
    if (!entry) return BAD_DESCRIPTOR
    let total = 0
    for (let index = 0; index < vectorCount; index++) {
      const at = view().getUint32(vectorsAt + index * 8, true)
      const length = view().getUint32(vectorsAt + index * 8 + 4, true)
      const moved = move(entry, new Uint8Array(memory.buffer, at, length))
      entry.position += moved
      total += moved
      if (moved < length) break
    }
    view().setUint32(totalAt, total, true)
    return SUCCESS
  }

  for (const piece of data) load(piece, new Uint8Array(memory.buffer, piece.address, piece.bytes))
  const variablesFrom = data.at(-1)?.address ?? 0
  const initial = new Uint8Array(memory.buffer).slice(variablesFrom, variablesFrom + (data.at(-1)?.bytes ?? 0))
  const reset = (): void => {
    const variables = new Uint8Array(memory.buffer, variablesFrom)
    variables.set(initial)
    variables.fill(0, initial.length)
    files = new Map()
    consoles = [new MemoryFile(), new MemoryFile(), new MemoryFile()]
    open.clear()
    for (const [descriptor, file] of consoles.entries()) open.set(descriptor, { file, position: 0, isConsole: true })
    nextDescriptor = ROOT_DESCRIPTOR + 1
  }

  return {
    run: (args) => {
      reset()
      argumentBytes = ['command', ...args].map((argument) => encoder.encode(`${argument.replaceAll('\0', '')}\0`))
      let exitCode: number | undefined
      try {
        start()
      } catch (error) {
        if (!(error instanceof Exit)) throw error
        exitCode = error.code
      }
      return {
        exitCode: exitCode ?? 0,
        stdout: decoder.decode(consoles[1].content()),
        stderr: decoder.decode(consoles[2].content()),
        files: new Map([...files].map(([path, file]) => [path, file.content()])),
        hasReturned: exitCode === undefined,
        memoryBytes: memory.buffer.byteLength,
      }
    },
  }
}

function commandExports({ exports }: WebAssembly.Instance): { memory: WebAssembly.Memory; start: () => void } {
  const { memory, _start: start } = exports
  if (!(memory instanceof WebAssembly.Memory) || typeof start !== 'function') {
    throw new TypeError('The module is not a WASI command: it lacks `memory` or `_start`.')
  }
  return { memory, start: () => void start() }
}
