export class UnknownSoundError extends Error {
  override readonly name = 'UnknownSoundError'
}

interface Form {
  rateHz: number
  channels: number
  bytesPerSample: 2 | 4
  isFloat: boolean
}

const FORMAT_PCM = 1
const FORMAT_FLOAT = 3
const FORMAT_EXTENSIBLE = 0xfffe
/** A WAV header may contain studio notes, but one longer than this is refused. */
const HEADER_LIMIT_BYTES = 65_536

/**
 * Decodes streamed sound into samples: headerless PCM16 (little-endian, mono) or a WAV file.
 * @param assumedRateHz the sample rate of sound without a header
 */
export function createPcmStream(assumedRateHz: number) {
  let rest: Buffer = Buffer.alloc(0)
  let form: Form | undefined

  function samplesOf(bytes: Buffer, { channels, bytesPerSample, isFloat }: Form): Float32Array {
    const step = channels * bytesPerSample
    const count = Math.floor(bytes.length / step)
    const samples = new Float32Array(count)
    for (let index = 0; index < count; index += 1) {
      let sum = 0
      for (let channel = 0; channel < channels; channel += 1) {
        const at = index * step + channel * bytesPerSample
        sum += isFloat ? bytes.readFloatLE(at) : bytes.readInt16LE(at) / 32_768
      }
      samples[index] = sum / channels
    }
    rest = bytes.subarray(count * step)
    return samples
  }

  return {
    /** The sample rate by the header, or the assumed one until a header has arrived. */
    sampleRate: () => form?.rateHz ?? assumedRateHz,
    /**
     * Returns samples of −1…1; empty until the header is complete.
     * @throws {UnknownSoundError}
     */
    push(bytes: Uint8Array): Float32Array {
      const all =
        rest.length > 0 ? Buffer.concat([rest, bytes]) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      if (form) return samplesOf(all, form)
      if (all.length < 4) {
        rest = Buffer.from(all)
        return new Float32Array(0)
      }
      const mark = all.toString('latin1', 0, 4)
      if (isCompressed(all, mark)) throw new UnknownSoundError('compressed sound was sent where PCM was asked for')
      if (mark !== 'RIFF') {
        form = { rateHz: assumedRateHz, channels: 1, bytesPerSample: 2, isFloat: false }
        return samplesOf(all, form)
      }
      const header = readHeader(all)
      if (header) {
        form = header.form
        return samplesOf(all.subarray(header.soundAt), form)
      }
      if (all.length > HEADER_LIMIT_BYTES) throw new UnknownSoundError('a WAV file without sound')
      rest = Buffer.from(all)
      return new Float32Array(0)
    },
  }
}

function isCompressed(bytes: Buffer, mark: string): boolean {
  // MP3 with an ID3 tag or without, Ogg, FLAC, and what is not sound at all, such as JSON or HTML.
  return (
    mark.startsWith('ID3') ||
    mark === 'OggS' ||
    mark === 'fLaC' ||
    /^[{<]/.test(mark) ||
    bytes.readUInt16BE(0) === 0xfffb
  )
}

/** Undefined until the header is complete. Its data length is ignored, because it is unknown when a file is streamed. */
function readHeader(bytes: Buffer): { form: Form; soundAt: number } | undefined {
  let form: Form | undefined
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const body = at + 8
    if (name === 'data') {
      if (!form) throw new UnknownSoundError('a WAV file that does not say what its sound is')
      return { form, soundAt: body }
    }
    if (name === 'fmt ') {
      if (body + 16 > bytes.length) return undefined
      form = readForm(bytes.subarray(body))
    }
    at = body + size + (size % 2)
  }
  return undefined
}

function readForm(bytes: Buffer): Form {
  const format = bytes.readUInt16LE(0)
  const channels = bytes.readUInt16LE(2)
  const rateHz = bytes.readUInt32LE(4)
  const bits = bytes.readUInt16LE(14)
  const isFloat = format === FORMAT_FLOAT || (format === FORMAT_EXTENSIBLE && bits === 32)
  const isKnown = (isFloat && bits === 32) || ((format === FORMAT_PCM || format === FORMAT_EXTENSIBLE) && bits === 16)
  if (!isKnown || channels < 1 || channels > 8 || rateHz < 8_000 || rateHz > 192_000) {
    throw new UnknownSoundError(`a WAV file of an unknown kind (${format}, ${bits} bit)`)
  }
  return { rateHz, channels, bytesPerSample: isFloat ? 4 : 2, isFloat }
}
