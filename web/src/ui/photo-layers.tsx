import type { PhotoFace } from '#contract/photo-face.ts'
import type { Pose } from '#portrait/pose.ts'
import { clsx } from 'clsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { facePosition } from './face-position.ts'
import type { PhotoCanvas } from './photo-canvas.ts'

export type PhotoPuppetState = ReturnType<typeof usePhotoPuppet>

/**
 * A photo that can be moved; render `PhotoLayers` with what this returns, and give `show` to `letLive`.
 * @param src null without a photo
 * @param face null until it has been marked: the photo stays still
 */
export function usePhotoPuppet(src: string | null, face: PhotoFace | null) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [photo, setPhoto] = useState<PhotoCanvas | null>(null)
  const moved = useRef<PhotoCanvas | null>(null)
  const hasFace = face !== null

  useEffect(() => {
    if (src === null || !hasFace) return undefined
    let isWanted = true
    const open = async () => {
      const { openPhotoCanvas } = await import('./photo-canvas.ts')
      if (!isWanted || canvas.current === null) return
      const opened = await openPhotoCanvas(canvas.current, src)
      if (isWanted) setPhoto(opened)
    }
    // The still picture goes on to stand there.
    open().catch(() => undefined)
    return () => {
      isWanted = false
      moved.current = null
      setPhoto(null)
    }
  }, [src, hasFace])
  useEffect(() => {
    if (photo === null || face === null) return
    photo.setFace(face)
    moved.current = photo
  }, [photo, face])

  return {
    canvas,
    /** The canvas shows the photo; before that, and where it cannot be opened, the still picture stands alone. */
    isMoving: photo !== null,
    /** What of it stays in sight where the frame has another shape: the face. */
    objectPosition: facePosition(face),
    /** Shows the photo in a pose as soon as it can. Stays the same function. */
    show: useCallback((pose: Pose) => moved.current?.show(pose), []),
  }
}

interface PhotoLayersProps {
  photo: PhotoPuppetState
  src: string
  /** Empty where the name stands beside it. */
  alt: string
}

/** The photo, and over it the moving one. Fills its parent, such as an arch, which must be positioned. */
export function PhotoLayers({ photo: { canvas, isMoving, objectPosition }, src, alt }: PhotoLayersProps) {
  return (
    <>
      <img src={src} alt={alt} className="block size-full object-cover" style={{ objectPosition }} />
      <canvas
        ref={canvas}
        aria-hidden
        data-moving={isMoving}
        style={{ objectPosition }}
        className={clsx('absolute inset-0 size-full object-cover', !isMoving && 'invisible')}
      />
    </>
  )
}
