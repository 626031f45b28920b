import type { PhotoFace, PhotoPoint } from '#contract/photo-face.ts'
import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import {
  eyesInView,
  fromView,
  HANDLE_NAMES,
  HANDLES,
  inView,
  moveHandle,
  placeInView,
  placeOf,
  steppedBy,
  type Handle,
  type PictureSize,
  type View,
} from './place-face.ts'

interface FaceHandlesProps {
  url: string
  size: PictureSize
  view: View
  face: PhotoFace
  /** Called many times a second while a point is being dragged. */
  onDrag: (face: PhotoFace) => void
  /** Called when a point is released. */
  onPlace: (face: PhotoFace) => void
}

/** A part of the picture with a point for each eye and three for the mouth, movable by pointer and keyboard. */
export function FaceHandles({ url, size, view, face, onDrag, onPlace }: FaceHandlesProps) {
  const frame = useRef<HTMLDivElement>(null)
  /** The offset of the pointer within the handle, the face when the drag began, and the face now. */
  const hold = useRef<{ dx: number; dy: number; from: PhotoFace; face: PhotoFace } | null>(null)
  const [told, setTold] = useState('')
  const helpId = useId()
  const percent = (share: number) => `${share * 100}%`
  const seen = (point: PhotoPoint) => inView(view, point, size)

  const pointOf = (event: PointerEvent): PhotoPoint => {
    const { left, top, width, height } = frame.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return { x: (event.clientX - left) / width, y: (event.clientY - top) / height }
  }
  const take = (event: PointerEvent<HTMLButtonElement>, handle: Handle) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const at = pointOf(event)
    const place = seen(placeOf(face, handle))
    hold.current = { dx: place.x - at.x, dy: place.y - at.y, from: face, face }
  }
  const drag = (event: PointerEvent, handle: Handle) => {
    const held = hold.current
    if (held === null) return
    const at = pointOf(event)
    // A point dragged out of sight could not be grabbed again.
    const to = { x: within(at.x + held.dx), y: within(at.y + held.dy) }
    held.face = moveHandle(held.face, handle, fromView(view, to, size), size)
    onDrag(held.face)
  }
  const letGo = () => {
    const held = hold.current
    hold.current = null
    if (held !== null && held.face !== held.from) onPlace(held.face)
  }
  const step = (event: KeyboardEvent, handle: Handle) => {
    const to = steppedBy(event.key, event.shiftKey, seen(placeOf(face, handle)))
    if (to === null) return
    event.preventDefault()
    const place = fromView(view, { x: within(to.x), y: within(to.y) }, size)
    setTold(
      `${HANDLE_NAMES[handle]}: ${Math.round(place.x * 100)}% from the left, ${Math.round(place.y * 100)}% from the top`,
    )
    onPlace(moveHandle(face, handle, place, size))
  }
  const [left, middle, right] = [seen(face.mouth.left), seen(placeOf(face, 'mouth-middle')), seen(face.mouth.right)]

  return (
    <div ref={frame} className="relative aspect-square w-full overflow-hidden rounded-card bg-sunk select-none">
      <img src={url} alt="" draggable={false} className="absolute max-w-none" style={placeInView(view, size)} />
      <svg aria-hidden viewBox="0 0 1 1" className="absolute inset-0 size-full">
        {['stroke-[#0009] stroke-4', 'stroke-[#fff] stroke-2'].map((stroke) => (
          <g key={stroke} fill="none" className={stroke} strokeDasharray="5 5">
            <path
              d={`M${left.x} ${left.y}Q${2 * middle.x - (left.x + right.x) / 2} ${2 * middle.y - (left.y + right.y) / 2} ${right.x} ${right.y}`}
              vectorEffect="non-scaling-stroke"
            />
            {eyesInView(face, view, size).map(({ x, y, halfWidth, halfHeight, degrees }, index) => (
              <ellipse
                key={index}
                cx={x}
                cy={y}
                rx={halfWidth}
                ry={halfHeight}
                transform={`rotate(${degrees} ${x} ${y})`}
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </g>
        ))}
      </svg>
      {HANDLES.map((handle) => {
        const { x, y } = seen(placeOf(face, handle))
        return (
          <button
            key={handle}
            type="button"
            aria-label={HANDLE_NAMES[handle]}
            aria-describedby={helpId}
            data-handle={handle}
            className="group absolute grid size-11 -translate-1/2 cursor-grab touch-none place-items-center rounded-full active:cursor-grabbing"
            style={{ left: percent(x), top: percent(y) }}
            onPointerDown={(event) => take(event, handle)}
            onPointerMove={(event) => drag(event, handle)}
            onPointerUp={letGo}
            onPointerCancel={letGo}
            onKeyDown={(event) => step(event, handle)}
          >
            <span
              aria-hidden
              className="grid size-6 place-items-center rounded-full border-2 border-[#fff] shadow-[0_0_0_1.5px_#000a,inset_0_0_0_1.5px_#000a] group-hover:bg-[#fff4]"
            >
              <span className="size-1.5 rounded-full bg-[#fff] shadow-[0_0_0_1.5px_#000a]" />
            </span>
          </button>
        )
      })}
      <p id={helpId} className="sr-only">
        Move it with the arrow keys; with Shift in larger steps.
      </p>
      <p role="status" className="sr-only">
        {told}
      </p>
    </div>
  )
}

function within(share: number): number {
  return Math.min(Math.max(share, 0.02), 0.98)
}
