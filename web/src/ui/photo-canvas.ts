import type { PhotoFace } from '#contract/photo-face.ts'
import { createPhotoPuppet, type PhotoPixels, type PhotoPuppet } from '#portrait/photo/photo-puppet.ts'
import type { Pose } from '#portrait/pose.ts'

/**
 * The largest size of the canvas. Every pixel is computed in each frame, and in an arch of 256 px, more would hardly be
 * visible.
 */
const LONGEST_SIDE_PX = 480
/**
 * The pause after a frame, as a multiple of the frame's computing time. Leaves a slow machine time for the voice, and
 * for a second photo.
 */
const REST_SHARE = 1.5

export type PhotoCanvas = ReturnType<typeof movePhoto>

/**
 * Animates a picture on a canvas, which takes the picture's proportions. The picture must be same-origin.
 * @throws Error when the picture cannot be opened
 */
export async function openPhotoCanvas(canvas: HTMLCanvasElement, src: string): Promise<PhotoCanvas> {
  const image = new Image()
  image.src = src
  await image.decode()
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(image.naturalWidth, image.naturalHeight))
  const width = Math.max(1, Math.round(image.naturalWidth * scale))
  const height = Math.max(1, Math.round(image.naturalHeight * scale))
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('There is no canvas to draw on')
  // Transparent parts become white, as on the server; otherwise the page would show through here, but not in videos.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  const still = context.getImageData(0, 0, width, height)
  return movePhoto({ data: still.data, width, height }, (frame) => context.putImageData(frame, 0, 0))
}

function movePhoto(photo: PhotoPixels, put: (frame: ImageData) => void) {
  const frame = new ImageData(photo.width, photo.height)
  let puppet: PhotoPuppet | null = null
  /**
   * The new position of the face, until the puppet has been updated. The update is slow, and points are dragged
   * quickly.
   */
  let moved: PhotoFace | null = null
  let shown: Pose | null = null
  let costMs = 0
  let doneMs = -Infinity
  return {
    setFace(face: PhotoFace): void {
      moved = face
    },
    show(pose: Pose): void {
      if (moved === null && (puppet === null || (shown !== null && isSame(shown, pose)))) return
      const startMs = performance.now()
      if (startMs - doneMs < costMs * REST_SHARE) return
      if (moved !== null) puppet = createPhotoPuppet(photo, moved)
      moved = null
      puppet?.draw(pose, frame.data)
      put(frame)
      shown = pose
      doneMs = performance.now()
      costMs = doneMs - startMs
    },
  }
}

function isSame(a: Pose, b: Pose): boolean {
  return a.mouth === b.mouth && a.blink === b.blink && a.tilt === b.tilt && a.brow === b.brow
}
