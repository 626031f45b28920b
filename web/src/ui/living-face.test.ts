import { amaraMeasures } from '#portrait/people/amara-measures.ts'
import { REST_MOUTH, type Pose } from '#portrait/pose.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { animateWhileVisible, type FaceFrame, type FaceMoment, type FaceMotion } from './living-face.ts'

const FRAME_MS = 16

/** The callbacks registered with the browser, to be called by the tests. */
let frames: FrameRequestCallback[] = []
let see: (isIntersecting: boolean) => void
let nowMs = 0

class Sight {
  constructor(listener: (entries: { isIntersecting: boolean }[]) => void) {
    see = (isIntersecting) => listener([{ isIntersecting }])
  }
  observe() {}
  disconnect() {
    see = () => undefined
  }
}

beforeEach(() => {
  frames = []
  nowMs = 0
  vi.stubGlobal('IntersectionObserver', Sight)
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []))
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  return () => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
})

function pass(count: number): void {
  for (let frame = 0; frame < count; frame += 1) {
    nowMs += FRAME_MS
    for (const draw of frames.splice(0)) draw(nowMs)
  }
}

const OPEN: Pose['mouth'] = { ...REST_MOUTH, open: 0.8 }

/** Starts a face whose moving parts only record what is written to them. */
function startFace(moment: FaceMoment, isStill = false, gapMs?: (motion: FaceMotion) => number) {
  const written = new Map<string, string[]>()
  const parts = ['head', 'mouth-cavity', 'eye-left-iris'].map((name) => ({
    isConnected: true,
    getAttribute: (attribute: string) => (attribute === 'data-part' ? name : null),
    setAttribute: (_: string, value: string) => void written.set(name, [...(written.get(name) ?? []), value]),
  }))
  const told: FaceFrame[] = []
  const host = { querySelectorAll: () => parts } as unknown as HTMLElement
  const momentOf = (frame: FaceFrame) => {
    told.push(frame)
    return moment
  }
  const stop = animateWhileVisible({
    host,
    measures: amaraMeasures,
    isStill: () => isStill,
    ...(gapMs && { gapMs }),
    momentOf,
  })
  return { told, stop, timesMoved: (part: string) => new Set(written.get(part)).size }
}

test('a face is animated only while it is in sight', () => {
  const { told, stop } = startFace({ mode: 'idle', mouth: REST_MOUTH })
  pass(3)
  expect(told).toHaveLength(0)
  see(true)
  pass(10)
  expect(told.at(-1)?.livedMs).toBe(160)
  see(false)
  pass(100)
  expect(told).toHaveLength(10)
  see(true)
  pass(1)
  expect(told.at(-1)?.livedMs).toBe(176)
  stop()
  pass(5)
  expect(told).toHaveLength(11)
})

test('after the page was suspended, the face does not jump ahead', () => {
  const { told } = startFace({ mode: 'idle', mouth: REST_MOUTH })
  see(true)
  pass(1)
  nowMs += 60_000
  pass(1)
  expect(told.at(-1)?.elapsedMs).toBe(200)
})

test('eyes and head of an idle face move', () => {
  const { timesMoved } = startFace({ mode: 'idle', mouth: REST_MOUTH })
  see(true)
  pass(200)
  expect(timesMoved('head')).toBeGreaterThan(10)
  expect(timesMoved('eye-left-iris')).toBeGreaterThan(10)
})

test('with reduced motion only the lips move', () => {
  const { timesMoved } = startFace({ mode: 'speaking', mouth: OPEN, gaze: { x: 1, y: 1 } }, true)
  see(true)
  pass(200)
  expect([timesMoved('head'), timesMoved('eye-left-iris'), timesMoved('mouth-cavity')]).toEqual([1, 1, 1])
})

test('a face drawn at a lower rate is drawn more often during a blink, and requests no frames in between', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const gaps: string[] = []
  const { told, stop } = startFace({ mode: 'idle', mouth: REST_MOUTH }, false, (motion) => {
    gaps.push(motion)
    return motion === 'resting' ? 160 : 70
  })
  see(true)
  for (let elapsedMs = 0; elapsedMs < 20_000; elapsedMs += FRAME_MS) {
    vi.advanceTimersByTime(FRAME_MS)
    pass(1)
  }
  expect(told.length / 20).toBeGreaterThan(6)
  expect(told.length / 20).toBeLessThan(12)
  expect(new Set(gaps)).toEqual(new Set(['resting', 'moving']))
  stop()
  vi.advanceTimersByTime(1000)
  expect(frames).toHaveLength(0)
  vi.useRealTimers()
})

test('the eyes turn smoothly toward their target', () => {
  const { timesMoved } = startFace({ mode: 'idle', mouth: REST_MOUTH, gaze: { x: 1, y: 0 } })
  see(true)
  pass(1)
  expect(timesMoved('eye-left-iris')).toBe(1)
  pass(20)
  expect(timesMoved('eye-left-iris')).toBeGreaterThan(5)
})
