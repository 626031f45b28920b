import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../../../e2e/fixtures/speech/', import.meta.url)

/** The recorded sentences; the README of the folder names the speakers. */
export const RECORDINGS = readdirSync(FOLDER).filter((name) => name.endsWith('.wav') && !name.startsWith('synthetic'))

/** 16 kHz mono. */
export function readRecording(name: string): Float32Array {
  const bytes = readFileSync(new URL(name, FOLDER)).subarray(44)
  return Float32Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2) / 32_768)
}
