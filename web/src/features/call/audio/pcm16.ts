/** Encodes audio for the wire: little-endian 16-bit samples in base64. */
export function encodePcm16Base64(samples: Int16Array): string {
  const bytes = new Uint8Array(samples.length * 2)
  const view = new DataView(bytes.buffer)
  for (const [index, sample] of samples.entries()) view.setInt16(index * 2, sample, true)
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Decodes to samples from −1 to 1. A single last byte is ignored. Null when the text is not valid base64. */
export function decodePcm16Base64(base64: string): Float32Array | null {
  let binary: string
  try {
    binary = atob(base64)
  } catch {
    return null
  }
  const samples = new Float32Array(binary.length >> 1)
  for (let index = 0; index < samples.length; index += 1) {
    const low = binary.charCodeAt(index * 2)
    const high = binary.charCodeAt(index * 2 + 1)
    samples[index] = (((high << 8) | low) << 16 >> 16) / 32_768 // oxfmt-ignore
  }
  return samples
}

/** Converts −1…1 to 16 bits; louder samples are clipped. */
export function toInt16(sample: number): number {
  const clipped = Math.max(-1, Math.min(1, sample))
  return Math.round(clipped * (clipped < 0 ? 32_768 : 32_767))
}
