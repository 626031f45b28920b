/** Encodes audio for the wire: little-endian 16-bit samples, which is how browsers hold them in memory, in base64. */
export function encodePcm16Base64({ buffer, byteOffset, byteLength }: Int16Array): string {
  let binary = ''
  for (const byte of new Uint8Array(buffer, byteOffset, byteLength)) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Decodes to samples from −1 to 1. A single last byte is ignored. Null when the text is not valid base64. */
export function decodePcm16Base64(base64: string): Float32Array | null {
  try {
    const { buffer, length } = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    return Float32Array.from(new Int16Array(buffer, 0, length >> 1), (sample) => sample / 32_768)
  } catch {
    return null
  }
}

/** Converts −1…1 to 16 bits; louder samples are clipped. */
export function toInt16(sample: number): number {
  const clipped = Math.max(-1, Math.min(1, sample))
  return Math.round(clipped * (clipped < 0 ? 32_768 : 32_767))
}
