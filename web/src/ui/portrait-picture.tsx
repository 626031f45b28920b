import type { PhotoFace } from '#contract/photo-face.ts'
import { clsx } from 'clsx'
import { facePosition } from './face-position.ts'

interface PortraitPictureProps {
  /** The id of the person in the catalogue; also selects the colour of the arch. */
  id: string
  image?: string
  /** For photos: the face, which must stay visible. */
  face?: PhotoFace | null
  /** Empty when the name is shown beside the portrait. */
  alt: string
  /** True for a portrait that is visible without scrolling. */
  eager?: boolean
  /** True for the most prominent picture of the page, which is loaded before others. */
  priority?: boolean
  className?: string
}

export function PortraitPicture(props: PortraitPictureProps) {
  const { id, image = `/portraits/${id}.svg`, face = null, alt, eager = false, priority = false, className } = props
  return (
    <span data-niche={id} className={clsx('arch block', className)}>
      <img
        src={image}
        alt={alt}
        width={400}
        height={480}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding="async"
        className="block size-full object-cover"
        style={face === null ? undefined : { objectPosition: facePosition(face) }}
      />
    </span>
  )
}
