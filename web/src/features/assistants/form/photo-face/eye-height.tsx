import type { PhotoFace } from '#contract/photo-face.ts'
import { useId, useRef } from 'react'
import { EYE_HEIGHT, eyeHeightOf, withEyeHeight, type PictureSize } from './place-face.ts'

interface EyeHeightProps {
  size: PictureSize
  face: PhotoFace
  /** While it is being drawn, many times a second. */
  onDrag: (face: PhotoFace) => void
  /** It is as it should be. */
  onPlace: (face: PhotoFace) => void
}

/** How high the eyes are, which nothing but looking tells of eyes that were placed by hand: the lids close over so much. */
export function EyeHeight({ size, face, onDrag, onPlace }: EyeHeightProps) {
  const id = useId()
  /** Drawn, and not let go yet. */
  const drawn = useRef<PhotoFace | null>(null)
  const letGo = () => {
    if (drawn.current !== null) onPlace(drawn.current)
    drawn.current = null
  }
  return (
    <div className="mt-2 flex min-h-11 items-center gap-3">
      <label htmlFor={id} className="text-[0.9375rem] whitespace-nowrap">
        Height of the eyes
      </label>
      <input
        id={id}
        type="range"
        min={EYE_HEIGHT.least * 100}
        max={EYE_HEIGHT.most * 100}
        value={Math.round(eyeHeightOf(face, size) * 100)}
        className="h-11 min-w-0 flex-1 accent-accent"
        onChange={({ target }) => {
          drawn.current = withEyeHeight(face, target.valueAsNumber / 100, size)
          onDrag(drawn.current)
        }}
        onPointerUp={letGo}
        onKeyUp={letGo}
        onBlur={letGo}
      />
    </div>
  )
}
