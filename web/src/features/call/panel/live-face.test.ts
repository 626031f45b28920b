import { expect, test, vi } from 'vitest'
import { createScriptedCall } from '../engine/scripted-call.fixture.ts'
import { createLiveFace, VOICE_LINE_HEIGHT, VOICE_LINE_WIDTH, voiceLinePath } from './live-face.ts'

const middle = VOICE_LINE_HEIGHT / 2

function heights(path: string): number[] {
  return [...path.matchAll(/[MLQ ]([\d.-]+) ([\d.-]+)/g)].map(([, , y]) => Number(y))
}

test('silence is a straight line', () => {
  expect(heights(voiceLinePath(new Float32Array(512))).every((y) => y === middle)).toBe(true)
})

test('a loud wave stays within the height of the line and starts and ends in the middle', () => {
  const path = voiceLinePath(Float32Array.from({ length: 512 }, (_, index) => 3 * Math.sin(index / 9)))
  expect(path.startsWith(`M0 ${middle}`)).toBe(true)
  expect(path.endsWith(`L${VOICE_LINE_WIDTH} ${middle}`)).toBe(true)
  const all = heights(path)
  expect(Math.min(...all)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...all)).toBeLessThanOrEqual(VOICE_LINE_HEIGHT)
  expect(Math.max(...all) - Math.min(...all)).toBeGreaterThan(VOICE_LINE_HEIGHT / 2)
})

function startFace() {
  const { call, report } = createScriptedCall()
  const face = { dataset: {} as Record<string, string> }
  const drawn = vi.fn<(name: string, path: string) => void>()
  const moment = createLiveFace()
  call.start({ assistantId: 'culinary' })
  report({ type: 'joined' })
  return {
    call,
    report,
    face,
    drawn,
    draw: (still: boolean) =>
      moment(
        call,
        { elapsedMs: 16, livedMs: 0, still },
        face as unknown as HTMLElement,
        {
          setAttribute: drawn,
        } as unknown as SVGPathElement,
      ),
  }
}

test('with reduced motion the lips follow the voice, and the waveform stands still', () => {
  const { call, face, drawn, draw } = startFace()
  vi.spyOn(call, 'mouth').mockReturnValue({ kind: 'level', level: 1 })
  draw(true)
  expect(face.dataset).toEqual({ mouthState: 'open' })
  draw(true)
  draw(true)
  expect(face.dataset, 'the jaw opens smoothly').toEqual({ mouthState: 'wide' })
  expect(drawn).not.toHaveBeenCalled()
  draw(false)
  expect(drawn).toHaveBeenCalledTimes(1)
})

test('the face shows whether the assistant speaks, listens or thinks', () => {
  const { report, draw } = startFace()
  const modes = (
    [{ type: 'speech-started' }, { type: 'speech-ended' }, { type: 'assistant-speaking', on: true }] as const
  ).map((event) => (report(event), draw(true).mode))
  report({ type: 'ended', reason: 'person-ended' })
  expect([...modes, draw(true).mode]).toEqual(['listening', 'thinking', 'speaking', 'idle'])
})
