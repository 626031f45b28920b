import { photoFaceSchema, type PhotoFace } from '#contract/photo-face.ts'
import { expect, test } from 'vitest'
import {
  EYE_HEIGHT,
  eyeHeightOf,
  eyesInView,
  fromView,
  HANDLES,
  inView,
  moveHandle,
  placeOf,
  steppedBy,
  usualFaceIn,
  viewAround,
  wholePicture,
  withEyeHeight,
} from './place-face.ts'

const SIZE = { width: 400, height: 200 }
const FACE: PhotoFace = {
  eyes: { left: { x: 0.4, y: 0.3, halfWidth: 0.03 }, right: { x: 0.6, y: 0.3 } },
  mouth: { left: { x: 0.45, y: 0.6 }, right: { x: 0.55, y: 0.6 }, lowerEnd: { x: 0.5, y: 0.7 } },
  chin: { x: 0.5, y: 0.9 },
}

test.each(HANDLES)('%s moves to the given place, and the other handles stay', (handle) => {
  const moved = moveHandle(FACE, handle, { x: 0.2, y: 0.8 }, SIZE)
  const { x, y } = placeOf(moved, handle)
  expect([x, y]).toEqual([expect.closeTo(0.2), expect.closeTo(0.8)])
  // The middle of the mouth moves with its corners.
  const others = HANDLES.filter((each) => each !== handle && each !== 'mouth-middle')
  expect(others.map((other) => placeOf(moved, other))).toEqual(others.map((other) => placeOf(FACE, other)))
})

test('an eye keeps its size when it is moved', () => {
  expect(moveHandle(FACE, 'left-eye', { x: 0.3, y: 0.3 }, SIZE).eyes.left).toEqual({ x: 0.3, y: 0.3, halfWidth: 0.03 })
})

test.each([EYE_HEIGHT.least, 0.2, EYE_HEIGHT.most])(
  'setting the height of the eyes to %d of their distance does not move them',
  (height) => {
    const face = withEyeHeight(FACE, height, SIZE)
    expect(photoFaceSchema.safeParse(face).success).toBe(true)
    expect(eyeHeightOf(face, SIZE)).toBeCloseTo(height)
    expect(HANDLES.map((handle) => placeOf(face, handle))).toMatchObject(
      HANDLES.map((handle) => placeOf(FACE, handle)).map(({ x, y }) => ({ x, y })),
    )
    // The eyes are 80 px apart, in a picture shown 400 px wide.
    const [left] = eyesInView(face, wholePicture(SIZE), SIZE)
    expect(left).toMatchObject({ x: expect.closeTo(0.4), halfWidth: expect.closeTo(0.03), degrees: 0 })
    expect(left?.halfHeight).toBeCloseTo((height * 80) / 2 / 400)
  },
)

test('lips and chin move with the corners of the mouth', () => {
  // When the mouth is stretched to twice its width from the left corner, every point is twice as far from that corner.
  const wide = moveHandle(FACE, 'mouth-right', { x: 0.65, y: 0.6 }, SIZE)
  expect(wide.mouth.lowerEnd?.x).toBeCloseTo(0.55)
  expect(wide.mouth.lowerEnd?.y).toBeCloseTo(0.8)
  // A rotation by a right angle is computed in pixels, not in shares: 40 px to the right become 40 px down.
  const turned = moveHandle(FACE, 'mouth-right', { x: 0.45, y: 0.8 }, SIZE)
  expect(turned.mouth.lowerEnd?.x).toBeCloseTo(0.4)
  expect(turned.mouth.lowerEnd?.y).toBeCloseTo(0.7)
})

test('the line where the lips meet can be moved, even without known lips; known lips keep their thickness', () => {
  const drawn = moveHandle(usualFaceIn(SIZE), 'mouth-middle', { x: 0.5, y: 0.7 }, SIZE)
  expect(drawn.mouth.upperEdge).toEqual({ x: 0.5, y: 0.7 })
  expect(drawn.mouth.lowerEdge).toEqual(drawn.mouth.upperEdge)
  const { mouth } = moveHandle(FACE, 'mouth-middle', { x: 0.5, y: 0.65 }, SIZE)
  expect(mouth.lowerEnd?.y).toBeCloseTo(0.75)
})

test.each([
  ['a mouth with both corners in the same place', { x: 0.45, y: 0.6 }],
  ['a corner outside the picture', { x: 7, y: -3 }],
])('%s is still a valid face', (_, to) => {
  const moved = moveHandle(FACE, 'mouth-right', to, SIZE)
  expect(photoFaceSchema.safeParse(moved).success).toBe(true)
  expect(photoFaceSchema.safeParse(moveHandle(moved, 'mouth-right', { x: 0.6, y: 0.6 }, SIZE)).success).toBe(true)
})

test.each([
  [100, 100],
  [1000, 200],
  [200, 1000],
])('in a picture of %d × %d, the default face is upright in the middle', (width, height) => {
  const face = usualFaceIn({ width, height })
  expect(photoFaceSchema.safeParse(face).success).toBe(true)
  expect(face.eyes.left.x + face.eyes.right.x).toBeCloseTo(1)
  expect(face.mouth.left.y).toBeGreaterThan(face.eyes.left.y)
})

test('the view shows all of a large face, and enlarges a small one', () => {
  const large = { ...FACE, eyes: { left: { x: 0.1, y: 0.1 }, right: { x: 0.9, y: 0.1 } } }
  expect(viewAround(large, SIZE)).toEqual(wholePicture(SIZE))
  const view = viewAround(FACE, SIZE)
  expect(view.side).toBeLessThan(wholePicture(SIZE).side)
  for (const handle of HANDLES) {
    const place = inView(view, placeOf(FACE, handle), SIZE)
    expect(Math.min(place.x, place.y, 1 - place.x, 1 - place.y)).toBeGreaterThan(0.2)
    const back = fromView(view, place, SIZE)
    expect(back.x).toBeCloseTo(placeOf(FACE, handle).x)
    expect(back.y).toBeCloseTo(placeOf(FACE, handle).y)
  }
})

test.each([
  ['ArrowLeft', false, { x: 0.495, y: 0.5 }],
  ['ArrowRight', true, { x: 0.53, y: 0.5 }],
  ['ArrowUp', false, { x: 0.5, y: 0.495 }],
  ['ArrowDown', true, { x: 0.5, y: 0.53 }],
  ['Enter', false, null],
] as const)('%s (large step: %s) moves a point to %j', (key, isLarge, to) => {
  expect(steppedBy(key, isLarge, { x: 0.5, y: 0.5 })).toEqual(to)
})
