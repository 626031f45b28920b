import type { FaceFinderAnswer } from './face-finder-worker.ts'
import type { Pixels } from './crop.ts'

/** The networks take at most 192 pixels across, so a larger picture would only cost time. */
const LONGEST_SIDE_PX = 640
/** The time limit of a search, including the loading of the networks. */
const LONGEST_SEARCH_MS = 30_000

/**
 * Finds the face in a picture, entirely in the browser. Null when that was not possible, for example without a
 * connection.
 * @throws DOMException with the name AbortError
 */
export async function lookForFace(image: HTMLImageElement, signal: AbortSignal): Promise<FaceFinderAnswer> {
  const picture = pixelsOf(image)
  if (picture === null) return null
  const worker = new Worker(new URL('face-finder-worker.ts', import.meta.url), { type: 'module' })
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_SEARCH_MS)])
  try {
    return await new Promise<FaceFinderAnswer>((resolve) => {
      limit.addEventListener('abort', () => resolve(null))
      worker.addEventListener('error', () => resolve(null))
      worker.addEventListener('message', ({ data }: MessageEvent<FaceFinderAnswer>) => resolve(data))
      worker.postMessage(picture, [picture.data.buffer])
    })
  } finally {
    worker.terminate()
    signal.throwIfAborted()
  }
}

function pixelsOf(image: HTMLImageElement): (Pixels & { data: Uint8ClampedArray<ArrayBuffer> }) | null {
  const { naturalWidth, naturalHeight } = image
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(naturalWidth, naturalHeight))
  const size = {
    width: Math.max(1, Math.round(naturalWidth * scale)),
    height: Math.max(1, Math.round(naturalHeight * scale)),
  }
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return null
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, size.width, size.height)
  return { data: context.getImageData(0, 0, size.width, size.height).data, ...size }
}
