import type { PhotoFace } from '#contract/photo-face.ts'

/**
 * `object-position` for a photo in a frame of another shape: keeps an off-centre face visible, and moves it towards the
 * middle of the frame.
 */
export function facePosition(face: PhotoFace | null): string {
  if (face === null) return '50% 50%'
  const { eyes, mouth } = face
  const places = [eyes.left, eyes.right, mouth.left, mouth.right]
  const shift = (shares: number[]) => {
    const middle = shares.reduce((sum, share) => sum + share, 0) / shares.length
    return `${Math.round(Math.min(Math.max(50 + (middle - 0.5) * 160, 0), 100))}%`
  }
  return `${shift(places.map(({ x }) => x))} ${shift(places.map(({ y }) => y))}`
}
