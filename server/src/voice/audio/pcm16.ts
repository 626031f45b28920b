const FULL_SCALE = 32_767

/** Samples as 16-bit little-endian PCM. Values beyond ±1 are clipped. */
export function encodePcm16(samples: Float32Array): Buffer<ArrayBuffer> {
  // Allocated outside Node's shared pool: transferring a slice of the pool would pass on unrelated data with it.
  const bytes = Buffer.allocUnsafeSlow(samples.length * 2)
  for (let index = 0; index < samples.length; index += 1) {
    const value = Math.max(-1, Math.min(1, samples[index] ?? 0))
    bytes.writeInt16LE(Math.round(value * FULL_SCALE), index * 2)
  }
  return bytes
}

/** Decodes 16-bit little-endian PCM to samples of −1…1. */
export function decodePcm16(bytes: Buffer): Float32Array {
  const samples = new Float32Array(bytes.length / 2)
  for (let index = 0; index < samples.length; index += 1) samples[index] = bytes.readInt16LE(index * 2) / FULL_SCALE
  return samples
}

/** Samples in the form of the wire protocol: base64 of `encodePcm16`. */
export function encodePcm16Base64(samples: Float32Array): string {
  return encodePcm16(samples).toString('base64')
}

/** Decodes samples of −1…1; undefined for text that is not base64 of whole 16-bit samples. */
export function decodePcm16Base64(base64: string): Float32Array | undefined {
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return undefined
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length % 2 !== 0) return undefined
  return decodePcm16(bytes)
}

/** Joins pieces of sound into one. */
export function joinSamples(pieces: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
