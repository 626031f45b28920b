import type { PhotoFace } from '#contract/photo-face.ts'
import { drawPortrait } from '#portrait/draw.ts'
import { personOf } from '#portrait/people.ts'
import { REST_POSE } from '#portrait/pose.ts'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FaceFinderAnswer } from '../../../../lib/face-finder/face-finder-worker.ts'
import { expectFocusKept, show } from '../../../../ui/show-testing.tsx'
import { PhotoFaceField } from './photo-face-field.tsx'

// How the position of a face is shown and corrected by hand. What the networks find is tested in find-faces.test.ts.

/** Answers instead of the networks, which a worker runs. */
function findInEachPicture(found: FaceFinderAnswer): void {
  class FaceFinder extends EventTarget {
    postMessage() {
      queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: found })))
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', FaceFinder)
  onTestFinished(() => void vi.unstubAllGlobals())
}

/** The position of the face in the portrait below. */
const FACE: PhotoFace = {
  eyes: { left: { x: 0.425, y: 0.41 }, right: { x: 0.575, y: 0.41 } },
  mouth: { left: { x: 0.45, y: 0.57 }, right: { x: 0.55, y: 0.57 } },
}
const PORTRAIT = URL.createObjectURL(
  new Blob([drawPortrait(personOf('healthcare'), REST_POSE).replace('<svg', '<svg width="480" height="576"')], {
    type: 'image/svg+xml',
  }),
)
const FRAME_MS = 1000 / 30
const handle = (name: string) => page.getByRole('button', { name, exact: true })

function Field() {
  const [face, setFace] = useState<PhotoFace | null>(null)
  return (
    <main style={{ width: 640 }}>
      <PhotoFaceField url={PORTRAIT} face={face} onChange={setFace} />
    </main>
  )
}

/** Shows the field with a picture in which the given faces are found. */
async function showField(found: { face: PhotoFace | null; count: number }, words: RegExp): Promise<void> {
  await page.viewport(800, 900)
  findInEachPicture(found)
  show(<Field />)
  await expect.element(page.getByRole('status').getByText(words)).toBeVisible()
  await expect.element(handle('Left eye')).toBeVisible()
}

/** The centre of a handle, as shares of the displayed picture's width and height. */
function placeOf(name: string): { x: number; y: number } {
  const element = handle(name).element()
  const own = element.getBoundingClientRect()
  const frame = element.parentElement?.getBoundingClientRect() ?? own
  return { x: (own.x + own.width / 2 - frame.x) / frame.width, y: (own.y + own.height / 2 - frame.y) / frame.height }
}

test('the largest of several faces talks, and is shown enlarged or in the whole picture', async () => {
  await showField({ face: FACE, count: 2 }, /There are 2 faces in this picture\. The largest one talks\./)
  const apart = () => placeOf('Right eye').x - placeOf('Left eye').x
  await expect.poll(apart).toBeGreaterThan(0.2)
  await page.getByRole('button', { name: 'Show the whole picture' }).click()
  await expect.poll(apart).toBeLessThan(0.2)
})

test('when no face is found, it is placed with keys, a slider and a pointer, and each step can be undone', async () => {
  await showField({ face: null, count: 0 }, /animals and drawings can talk too/)
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect.element(undo).toBeDisabled()
  ;(handle('Left eye').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowUp}')
  await undo.click()
  await expect.element(undo).toBeDisabled()
  await expectFocusKept(undo)
  const before = placeOf('Left eye')
  await expect.element(handle('Left eye')).toHaveAccessibleDescription(/with the arrow keys/)
  ;(handle('Left eye').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}{ArrowLeft}')
  const after = placeOf('Left eye')
  expect(after.x).toBeCloseTo(before.x - 0.005, 3)
  expect(after.y).toBeCloseTo(before.y + 0.035, 2)
  const told = page.getByRole('status').getByText(/^Left eye: 3\d% from the left, \d\d% from the top$/)
  await expect.element(told).toBeInTheDocument()
  await undo.click()
  await expect.poll(() => placeOf('Left eye').x).toBeCloseTo(before.x, 3)

  const height = page.getByRole('slider', { name: 'Height of the eyes' })
  const shown = Number((height.element() as HTMLInputElement).value)
  ;(height.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(height).toHaveValue(String(shown + 2))
  await undo.click()
  await expect.element(height).toHaveValue(String(shown + 1))

  const corner = handle('Left corner of the mouth')
  const from = placeOf('Left corner of the mouth')
  const box = corner.element().getBoundingClientRect()
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
  const frame = corner.element().parentElement?.getBoundingClientRect() ?? box
  drag(corner.element(), { x: -frame.width * 0.05, y: frame.height * 0.04 })
  await expect.poll(() => placeOf('Left corner of the mouth').x).toBeCloseTo(from.x - 0.05, 2)
  expect(placeOf('Left corner of the mouth').y).toBeCloseTo(from.y + 0.04, 2)
  // Points placed by hand stay when another search finds nothing.
  const dragged = placeOf('Left corner of the mouth')
  await page.getByRole('button', { name: 'Find the face again' }).click()
  await expect.element(page.getByText(/animals and drawings can talk too/)).toBeVisible()
  expect(placeOf('Left corner of the mouth').x).toBeCloseTo(dragged.x, 2)
  // The move was stored when the pointer was released, and can be undone.
  await undo.click()
  await expect.poll(() => placeOf('Left corner of the mouth').x).toBeCloseTo(from.x, 2)
})

function drag(element: Element, by: { x: number; y: number }): void {
  const { x, y, width, height } = element.getBoundingClientRect()
  element.setPointerCapture = () => {}
  const move = (type: string, share: number) => {
    const at = { clientX: x + width / 2 + by.x * share, clientY: y + height / 2 + by.y * share }
    element.dispatchEvent(new PointerEvent(type, { ...at, bubbles: true, pointerId: 1, isPrimary: true, button: 0 }))
  }
  move('pointerdown', 0)
  move('pointermove', 0.5)
  move('pointermove', 1)
  move('pointerup', 1)
}

test('with reduced motion only the mouth moves: it opens, closes for every m, and comes to rest', async () => {
  await showField({ face: FACE, count: 1 }, /This is where the face is\./)
  await expect.poll(() => document.querySelector('canvas[data-moving=true]')).not.toBeNull()
  const screen = document.querySelector<HTMLCanvasElement>('canvas[data-moving=true]')
  const { width = 1, height = 1 } = screen ?? {}
  const pixels = () => screen?.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
  const rest = pixels()
  // The test hands out the frames and the time: a busy machine draws so rarely that a short "m" is never shown.
  const requested: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => requested.push(draw))
  onTestFinished(() => void vi.unstubAllGlobals())
  await expect.poll(() => requested.length).toBeGreaterThan(0)
  let nowMs = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  // For each frame, the number of pixels that differ from the face at rest, above the nose and below it.
  const frames: { upper: number; lower: number }[] = []
  const talk = page.getByRole('button', { name: 'See it talk' }).element()
  talk.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  const drawFrame = () => {
    nowMs += FRAME_MS
    for (const draw of requested.splice(0)) draw(nowMs)
    const now = pixels()
    const differ = { upper: 0, lower: 0 }
    for (let at = 0; at < now.length; at += 4) {
      if (Math.abs((now[at] ?? 0) - (rest[at] ?? 0)) > 40) differ[at < now.length * 0.45 ? 'upper' : 'lower'] += 1
    }
    return differ
  }
  let stillFrames = 0
  while (stillFrames < 15) {
    const differ = drawFrame()
    frames.push(differ)
    const hasTalked = frames.some(({ lower }) => lower > 0)
    stillFrames = hasTalked && differ.lower === 0 ? stillFrames + 1 : 0
  }
  const lower = frames.map((frame) => frame.lower)
  const widest = Math.max(...lower)
  expect(widest).toBeGreaterThan(100)
  expect(Math.max(...frames.map(({ upper }) => upper))).toBe(0)
  // Counts how often the mouth closes after being open: after "hello", for the "m" of "name" and of "I'm", and at the end.
  let closings = 0
  let isOpen = false
  for (const count of lower) {
    if (count > widest * 0.3) isOpen = true
    else if (isOpen && count < widest * 0.08) {
      closings += 1
      isOpen = false
    }
  }
  expect(closings).toBe(4)
  // Otherwise it shows after each step how it talks now.
  const key = new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true })
  handle('Left eye').element().dispatchEvent(key)
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
  for (let frame = 0; frame < 30; frame += 1) expect(drawFrame()).toEqual({ upper: 0, lower: 0 })
})
