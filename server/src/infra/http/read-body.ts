import { AppError } from '#contract/errors.ts'

interface BodyLimits {
  maxBytes: number
  /** For the whole body; a slower sender loses its place. */
  timeoutMs: number
  /** Tells the person what may be sent instead. */
  tooLargeWords: string
}

/**
 * Reads a large body, for routes that first take a place for the sender. Stops at the limit of bytes or of time.
 * @throws AppError `payload-too-large`, `bad-request`
 */
export async function readBody(request: Request, limits: BodyLimits): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limits.maxBytes) throw new AppError('payload-too-large', { detail: limits.tooLargeWords })
  if (!request.body) return new Uint8Array()
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader()
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    void reader.cancel().catch(() => {})
  }, limits.timeoutMs)
  // The buffer grows in steps, since a body may come in a million chunks of one byte.
  let bytes = new Uint8Array(Math.min(limits.maxBytes, Math.max(announced, 64 * 1024)))
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      // A cancelled reader says that the body is done.
      if (isLate) {
        throw new AppError('bad-request', {
          detail: 'The upload took too long. Nothing was kept. Please try again with a better connection.',
        })
      }
      if (done) return bytes.subarray(0, length)
      if (length + value.length > limits.maxBytes) {
        void reader.cancel().catch(() => {})
        throw new AppError('payload-too-large', { detail: limits.tooLargeWords })
      }
      if (length + value.length > bytes.length) {
        const grown = new Uint8Array(Math.min(limits.maxBytes, Math.max(bytes.length * 2, length + value.length)))
        grown.set(bytes.subarray(0, length))
        bytes = grown
      }
      bytes.set(value, length)
      length += value.length
    }
  } finally {
    clearTimeout(late)
  }
}
