import type { PhotoFace } from '#contract/photo-face.ts'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useRef } from 'react'
import { animateWhileVisible, type FaceFrame, type FaceMoment } from './living-face.ts'
import { PhotoLayers, usePhotoPuppet } from './photo-layers.tsx'

interface TalkingPhotoProps {
  src: string
  /** Null until the face has been marked; the photo then stays still. */
  face: PhotoFace | null
  alt: string
  /**
   * Called on every frame for the face's state, for example `{ mode: 'speaking', mouth: mouthPoseAt(cues, timeMs) }`.
   */
  momentOf: (frame: FaceFrame) => FaceMoment
  className?: string
}

/**
 * A photo in an arch, animated while it is visible: the mouth follows `momentOf`, the eyes blink, the head sways. With
 * reduced motion, only the lips move.
 */
export function TalkingPhoto({ src, face, alt, momentOf, className }: TalkingPhotoProps) {
  const host = useRef<HTMLDivElement>(null)
  const photo = usePhotoPuppet(src, face)
  const { show } = photo
  const momentNow = useEffectEvent(momentOf)

  useEffect(() => {
    if (host.current === null) return undefined
    const motion = matchMedia('(prefers-reduced-motion: reduce)')
    return animateWhileVisible({
      host: host.current,
      measures: null,
      show,
      isStill: () => motion.matches,
      momentOf: (frame) => momentNow(frame),
    })
  }, [show])

  return (
    <div ref={host} className={clsx('arch relative', className)}>
      <PhotoLayers photo={photo} src={src} alt={alt} />
    </div>
  )
}
