import type { PhotoFace } from '#contract/photo-face.ts'
import type { Pose } from '#portrait/pose.ts'
import { clsx } from 'clsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { facePosition } from './face-position.ts'
import type { PhotoCanvas } from './photo-canvas.ts'

type PhotoPuppetState = ReturnType<typeof usePhotoPuppet>

/**
 * A photo that can be animated. Render `PhotoLayers` with the returned value, and pass `show` to `animateWhileVisible`.
 * @param src null when there is no photo
 * @param face null until it has been marked; the photo then stays still
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
    // On failure, the still picture stays.
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
    /**
     * Whether the canvas shows the photo. Until then, and if the photo cannot be opened, only the still picture is
     * shown.
     */
    isMoving: photo !== null,
    /** The part that stays visible in a frame of another shape: the face. */
    objectPosition: facePosition(face),
    /** Shows the photo in a pose as soon as possible. A stable function. */
    show: useCallback((pose: Pose) => moved.current?.show(pose), []),
  }
}

interface PhotoLayersProps {
  photo: PhotoPuppetState
  src: string
  /** Empty when the name is shown beside the photo. */
  alt: string
}

/** The photo with the animated one above it. Fills its parent, such as an arch, which must be positioned. */
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
