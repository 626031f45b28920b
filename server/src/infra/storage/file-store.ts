/** Both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/** Keeps the bytes of files on this machine's disk, or in an S3-compatible store that many machines share. */
export interface FileStore {
  /** Resolves once the bytes are stored. They replace what was stored under the key. */
  put(key: string, bytes: Uint8Array, mediaType: string): Promise<void>
  /** Undefined if nothing is stored under the key. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Streams the range on demand; undefined if nothing is stored under the key. */
  stream(key: string, range: ByteRange): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined>
  /** Removes what writes interrupted before this moment left behind. */
  clearDrafts(before: Date): Promise<void>
  /** Does nothing if nothing is stored under the key. */
  delete(key: string): Promise<void>
}

/** Folders and a name of letters, digits, `-` and `_`, with at most one extension: safe in both file paths and URLs. */
const KEY = /^(?:[\w-]+\/)*[\w-]+(?:\.[a-z0-9]+)?$/

/** @throws {RangeError} for an invalid key */
export function checkedKey(key: string): string {
  if (!KEY.test(key) || key.length > 200) throw new RangeError(`not a key of a file: ${JSON.stringify(key)}`)
  return key
}
