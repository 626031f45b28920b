import type { PhotoFace } from '#contract/photo-face.ts'
import { drawPortrait } from '#portrait/draw.ts'
import type { Person } from '#portrait/person.ts'
import { REST_POSE } from '#portrait/pose.ts'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useMemo, useRef, type ComponentProps } from 'react'
import { animateWhileVisible, type FaceFrame, type FaceMoment } from './living-face.ts'
import { PhotoLayers, usePhotoPuppet } from './photo-layers.tsx'

interface LivingPortraitProps extends ComponentProps<'div'> {
  /** Drawn instead of a photo. */
  person?: Person | null
  /** The photo's address. */
  src: string
  /** Null until the face has been marked in the photo, which then stays still. */
  face: PhotoFace | null
  alt: string
  /**
   * Called on every frame for the face's state, for example `{ mode: 'speaking', mouth: mouthPoseAt(cues, timeMs) }`.
   */
  momentOf: (frame: FaceFrame, host: HTMLElement) => FaceMoment
}

/**
 * A drawn person or a photo in an arch, animated while it is visible: the mouth follows `momentOf`, the eyes blink, the
 * head sways. With reduced motion, only the lips move.
 */
export function LivingPortrait(props: LivingPortraitProps) {
  const { person = null, src, face, alt, momentOf, className, ...rest } = props
  const ref = useRef<HTMLDivElement>(null)
  const drawing = useMemo(
    () => (person === null ? null : drawPortrait(person, REST_POSE, { idPrefix: 'living', title: alt })),
    [person, alt],
  )
  const photo = usePhotoPuppet(person === null ? src : null, face)
  const { show } = photo
  const momentNow = useEffectEvent(momentOf)

  useEffect(() => {
    const host = ref.current
    if (host === null) return undefined
    const motion = matchMedia('(prefers-reduced-motion: reduce)')
    return animateWhileVisible({
      host,
      measures: person,
      show,
      isStill: () => motion.matches,
      momentOf: (frame) => momentNow(frame, host),
    })
  }, [person, show])

  const shared = { ref, className: clsx('arch relative [&>svg]:block [&>svg]:size-full', className), ...rest }
  if (drawing !== null) return <div {...shared} dangerouslySetInnerHTML={{ __html: drawing }} />
  return (
    <div {...shared}>
      <PhotoLayers photo={photo} src={src} alt={alt} />
    </div>
  )
}
