import type { PhotoFace } from '#contract/photo-face.ts'
import { useId, useRef } from 'react'
import { EYE_HEIGHT, eyeHeightOf, withEyeHeight, type PictureSize } from './place-face.ts'

interface EyeHeightProps {
  size: PictureSize
  face: PhotoFace
  /** Called many times a second while the slider is being moved. */
  onDrag: (face: PhotoFace) => void
  /** Called when the slider is released. */
  onPlace: (face: PhotoFace) => void
}

/**
 * How far the eyes are open, which determines how far the lids have to close. For eyes that were marked by hand, only
 * the person can judge it.
 */
export function EyeHeight({ size, face, onDrag, onPlace }: EyeHeightProps) {
  const id = useId()
  /** The value while the slider is being moved; null otherwise. */
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
