import { encodePcm16 } from './pcm16.ts'

const HEADER_BYTES = 44
const FORMAT_PCM = 1
const BYTES_PER_SAMPLE = 2

/** A complete WAV file (16-bit PCM, mono), which every browser plays and which needs no codec. */
export function encodeWav(samples: Float32Array, sampleRate: number): Buffer<ArrayBuffer> {
  const pcm = encodePcm16(samples)
  const file = Buffer.alloc(HEADER_BYTES + pcm.length)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(FORMAT_PCM, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(sampleRate, 24)
  file.writeUInt32LE(sampleRate * BYTES_PER_SAMPLE, 28)
  file.writeUInt16LE(BYTES_PER_SAMPLE, 32)
  file.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(pcm.length, 40)
  pcm.copy(file, HEADER_BYTES)
  return file
}
