import { expect, it } from 'vitest'
import type { WholeSpeech } from '../../voice/tts/whole-speech.ts'
import { createGreetings } from './greetings.ts'

const LINES = [
  { speakerId: 'legal', text: 'Hello, I am Clara.', voiceId: 'willow' },
  { speakerId: 'finance', text: 'Hello, I am Marcus.', voiceId: 'oak' },
] as const

/** A voice that is unavailable at first, so that a longer fallback speaks; `state.isAway = false` brings it back. */
function voice() {
  const state = { isAway: true, said: 0, nowMs: 1_000_000 }
  const say = async (): Promise<WholeSpeech> => {
    state.said += 1
    const samples = new Float32Array(state.isAway ? 480 : 240)
    const speech = { samples, durationMs: state.isAway ? 20 : 10, cues: [], words: [] }
    return state.isAway ? { ...speech, isStandIn: true } : speech
  }
  return { state, greetings: createGreetings({ lines: LINES, say, nowMs: () => state.nowMs }) }
}

const durationOf = async (greetings: ReturnType<typeof createGreetings>, id: string) =>
  (await greetings.find(id)).greeting.durationMs

it('greetings spoken by the fallback voice are synthesised again only once their own voice is back', async () => {
  const { state, greetings } = voice()
  await greetings.warm()
  await greetings.renew()
  expect(await durationOf(greetings, 'legal')).toBe(20)
  const before = (await greetings.find('legal')).etag
  state.isAway = false
  await greetings.renew()
  expect([await durationOf(greetings, 'legal'), await durationOf(greetings, 'finance')]).toEqual([10, 10])
  expect((await greetings.find('legal')).etag).not.toBe(before)
  const { said } = state
  await greetings.renew()
  state.nowMs += 3_600_000
  await greetings.find('legal')
  expect(state.said).toBe(said)
})

it('greetings in the fallback voice are renewed in the background, without making requests wait', async () => {
  const { state, greetings } = voice()
  await greetings.find('legal')
  state.isAway = false
  expect(await durationOf(greetings, 'legal')).toBe(20)
  expect(state.said).toBe(1)
  state.nowMs += 30_000
  // Two concurrent requests synthesise the greeting once.
  expect(await Promise.all([durationOf(greetings, 'legal'), durationOf(greetings, 'legal')])).toEqual([20, 20])
  expect(state.said).toBe(2)
  await expect.poll(() => durationOf(greetings, 'legal')).toBe(10)
})

it('greetings stay as they are when renewing them fails', async () => {
  let isHoarse = false
  const greetings = createGreetings({
    lines: LINES,
    say: async () => {
      if (isHoarse) throw new Error('hoarse')
      return { samples: new Float32Array(480), durationMs: 20, cues: [], words: [], isStandIn: true }
    },
  })
  await greetings.find('legal')
  isHoarse = true
  await greetings.renew()
  expect(await durationOf(greetings, 'legal')).toBe(20)
})

it('greetings are prepared one at a time as warm-ups, and a requested one is synthesised at once', async () => {
  const asked: { speakerId: string; isWarmUp?: boolean }[] = []
  const waiting: (() => void)[] = []
  const greetings = createGreetings({
    lines: LINES,
    say: async (request) => {
      const { speakerId, isWarmUp } = request as unknown as { speakerId: string; isWarmUp?: boolean }
      asked.push({ speakerId, ...(isWarmUp === undefined ? {} : { isWarmUp }) })
      if (isWarmUp) await new Promise<void>((resolve) => waiting.push(resolve))
      return { samples: new Float32Array(240), durationMs: 10, cues: [], words: [] }
    },
  })
  const warmed = greetings.warm()
  await expect.poll(() => asked).toEqual([{ speakerId: 'legal', isWarmUp: true }])
  expect(await durationOf(greetings, 'legal')).toBe(10)
  expect(asked).toEqual([{ speakerId: 'legal', isWarmUp: true }, { speakerId: 'legal' }])
  waiting.shift()?.()
  await expect.poll(() => waiting.length).toBe(1)
  waiting.shift()?.()
  await warmed
  expect(asked.map(({ speakerId }) => speakerId)).toEqual(['legal', 'legal', 'finance'])
})
