import type { PhotoFace } from '#contract/photo-face.ts'
import { clsx } from 'clsx'
import { facePosition } from './face-position.ts'

interface PortraitPictureProps {
  /** Of the person in the catalogue; also names the niche's colour. */
  id: string
  /** Its address; left out, the one at which the catalogue's people stand. */
  image?: string
  /** Of a photo: what must stay in sight. */
  face?: PhotoFace | null
  /** Empty where the name stands beside it anyway. */
  alt: string
  /** True for a portrait that is in sight without scrolling. */
  eager?: boolean
  /** True for the one picture that makes the first impression; fetched before others. */
  priority?: boolean
  className?: string
}

export function PortraitPicture({
  id,
  image = `/portraits/${id}.svg`,
  face = null,
  alt,
  eager = false,
  priority = false,
  className,
}: PortraitPictureProps) {
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
