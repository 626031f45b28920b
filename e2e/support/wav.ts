// Reads and writes just enough of the WAV format for these tests: 16-bit PCM with one channel.

export type Sound = { sampleRate: number; samples: Int16Array }

const HEADER_BYTES = 44
const PCM = 1

/** @throws Error for anything but 16-bit PCM with one channel */
export function readWav(file: Buffer): Sound {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE')
    throw new Error('Not a WAV')
  let sampleRate = 0
  for (let at = 12; at + 8 <= file.length;) {
    const kind = file.toString('latin1', at, at + 4)
    const size = file.readUInt32LE(at + 4)
    const body = at + 8
    if (kind === 'fmt ') {
      const [format, channels, bits] = [
        file.readUInt16LE(body),
        file.readUInt16LE(body + 2),
        file.readUInt16LE(body + 14),
      ]
      if (format !== PCM || channels !== 1 || bits !== 16) {
        throw new Error(`Not 16-bit mono PCM: format ${format}, ${channels} channels, ${bits} bits`)
      }
      sampleRate = file.readUInt32LE(body + 4)
    }
    if (kind === 'data') {
      // Some programs that write WAV as a stream leave a huge size in the header.
      const count = Math.floor(Math.min(size, file.length - body) / 2)
      const samples = new Int16Array(count)
      for (let index = 0; index < count; index += 1) samples[index] = file.readInt16LE(body + 2 * index)
      return { sampleRate, samples }
    }
    at = body + size + (size % 2)
  }
  throw new Error('A WAV without samples')
}

export function writeWav({ sampleRate, samples }: Sound): Buffer {
  const file = Buffer.alloc(HEADER_BYTES + samples.length * 2)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(PCM, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(sampleRate, 24)
  file.writeUInt32LE(sampleRate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples.length * 2, 40)
  samples.forEach((sample, index) => file.writeInt16LE(sample, HEADER_BYTES + 2 * index))
  return file
}
