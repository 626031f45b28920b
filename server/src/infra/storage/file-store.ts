/** Both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/** Where the bytes of files are: on this machine's disk, or in an S3-compatible store that many machines share. */
export interface FileStore {
  /** Resolves once the bytes are stored; they replace what the key had before. */
  put(key: string, bytes: Uint8Array, mediaType: string): Promise<void>
  /** Undefined where there is nothing. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** The bytes of the range, as they are asked for; undefined where there is nothing. */
  stream(key: string, range: ByteRange): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined>
  /** Removes what writes that were broken off before then left behind. */
  clearDrafts(before: Date): Promise<void>
  /** Harmless where there is nothing. */
  delete(key: string): Promise<void>
}

/** Folders and a name of letters, digits, `-`, `_` and one extension: nothing that a path or an address could trip over. */
const KEY = /^(?:[\w-]+\/)*[\w-]+(?:\.[a-z0-9]+)?$/

/** @throws {RangeError} for an invalid key */
export function checkedKey(key: string): string {
  if (!KEY.test(key) || key.length > 200) throw new RangeError(`not a key of a file: ${JSON.stringify(key)}`)
  return key
}
