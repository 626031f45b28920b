import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodePcm16 } from './pcm16.ts'
import { createPcmStream, UnknownSoundError } from './pcm-stream.ts'
import { createSilenceTrimmer } from './trim-silence.ts'
import { encodeWav } from './wav.ts'

const SOUND = Float32Array.from({ length: 600 }, (_, index) => Math.sin(index / 7) * 0.5)

function read(bytes: Uint8Array, lengths: readonly number[], rateHz = 24_000) {
  const stream = createPcmStream(rateHz)
  const samples: number[] = []
  let at = 0
  for (const length of [...lengths, bytes.length]) {
    samples.push(...stream.push(bytes.subarray(at, at + length)))
    at += length
  }
  return { samples, rateHz: stream.sampleRate() }
}

it('gives the same samples regardless of how the bytes are split, with and without a header', () => {
  const wav = encodeWav(SOUND, 22_050)
  const pcm = encodePcm16(SOUND)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60 })), (lengths) => {
      const plain = read(pcm, lengths)
      expect(plain.rateHz).toBe(24_000)
      expect(plain.samples.length).toBe(SOUND.length)
      const withHeader = read(wav, lengths)
      expect(withHeader.rateHz).toBe(22_050)
      expect(withHeader.samples).toEqual(plain.samples)
    }),
  )
})

it('mixes two channels into one, and reads floats', () => {
  const file = Buffer.alloc(44 + 16)
  encodeWav(new Float32Array(0), 48_000).copy(file)
  file.writeUInt16LE(3, 20)
  file.writeUInt16LE(2, 22)
  file.writeUInt16LE(32, 34)
  for (const [index, value] of [0.5, 0.25, -1, 0].entries()) file.writeFloatLE(value, 44 + index * 4)
  expect(read(file, [])).toEqual({ samples: [0.375, -0.5], rateHz: 48_000 })
})

it('skips chunks before the audio data', () => {
  const wav = encodeWav(SOUND, 24_000)
  const note = Buffer.from('LIST\x05\x00\x00\x00hello\x00', 'latin1')
  const noted = Buffer.concat([wav.subarray(0, 36), note, wav.subarray(36)])
  expect(read(noted, [10, 30]).samples.length).toBe(SOUND.length)
})

it.each([
  ['an MP3', Buffer.from('ID3\x04\x00\x00\x00\x00', 'latin1')],
  ['Ogg', Buffer.from('OggS\x00\x02', 'latin1')],
  ['a web page', Buffer.from('<html></html>')],
  ['an error in JSON', Buffer.from('{"error":{}}')],
  ['8-bit sound', encodeWav(SOUND, 24_000).fill(8, 34, 35)],
])('refuses %s', (_, bytes) => {
  expect(() => read(bytes, [])).toThrow(UnknownSoundError)
})

it('trims silence from both ends but not from pauses, regardless of how the stream is split', () => {
  const sound = new Float32Array(24_000)
  sound.fill(0.3, 6_000, 9_000)
  sound.fill(0.3, 14_000, 17_000)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 4_000 })), (lengths) => {
      const trimmer = createSilenceTrimmer(24_000, { headMs: 10, tailMs: 100 })
      const kept: number[] = []
      let at = 0
      for (const length of [...lengths, sound.length]) {
        kept.push(...trimmer.push(sound.subarray(at, at + length)))
        at += length
      }
      kept.push(...trimmer.flush())
      expect(kept.indexOf(Math.fround(0.3))).toBe(240)
      expect(kept.lastIndexOf(Math.fround(0.3))).toBe(240 + 10_999)
      // The kept tail, and at most one slice more.
      expect(kept.length - 240 - 11_000).toBeGreaterThanOrEqual(2_400)
      expect(kept.length - 240 - 11_000).toBeLessThanOrEqual(2_400 + 240)
    }),
  )
})
