// Checks the tools of the other end-to-end tests: sound played by a page is recorded, and the microphone's file is
// heard.
import { writeFileSync } from 'node:fs'
import { makeMicrophoneTrack } from './support/microphone-track.ts'
import { recordPageAudio } from './support/page-audio.ts'
import { expect, test } from './support/test.ts'
import { writeWav } from './support/wav.ts'

const NIGHTLY = { tag: '@nightly' }
const RATE_HZ = 16_000

function tone(durationMs: number): Int16Array {
  const samples = new Int16Array((durationMs / 1000) * RATE_HZ)
  return samples.map((_, index) => 12_000 * Math.sin((2 * Math.PI * 440 * index) / RATE_HZ))
}

test('sound played by a page is recorded with the right lengths and pauses', NIGHTLY, async ({ page }) => {
  const audio = await recordPageAudio(page)
  await page.goto('/')
  await page.evaluate(async () => {
    const context = new AudioContext({ sampleRate: 24_000 })
    await context.resume()
    const play = (atSeconds: number, seconds: number) => {
      const oscillator = new OscillatorNode(context)
      oscillator.connect(new GainNode(context, { gain: 0.5 })).connect(context.destination)
      oscillator.start(atSeconds)
      oscillator.stop(atSeconds + seconds)
      return new Promise((resolve) => oscillator.addEventListener('ended', resolve))
    }
    const start = context.currentTime + 0.2
    await Promise.all([play(start, 0.5), play(start + 1.2, 0.3)])
  })
  await expect.poll(async () => (await audio.stretches()).length).toBe(2)
  const [first, second] = await audio.stretches()
  expect(lengthMs(first)).toBeCloseTo(500, -2)
  expect(lengthMs(second)).toBeCloseTo(300, -2)
  expect((second?.fromMs ?? 0) - (first?.fromMs ?? 0)).toBeCloseTo(1200, -2)
})

test('sound played by an audio element is recorded too', NIGHTLY, async ({ page }) => {
  const audio = await recordPageAudio(page)
  await page.goto('/')
  await page.evaluate(async () => {
    const context = new AudioContext()
    await context.resume()
    const oscillator = new OscillatorNode(context)
    const stream = new MediaStreamAudioDestinationNode(context)
    oscillator.connect(stream)
    oscillator.start()
    const element = new Audio()
    element.srcObject = stream.stream
    await element.play()
  })
  await expect.poll(async () => lengthMs((await audio.stretches()).at(-1))).toBeGreaterThan(300)
})

test.describe('with a recording as microphone', NIGHTLY, () => {
  test.use({
    microphone: async ({}, use, testInfo) => {
      const clip = testInfo.outputPath('tone.wav')
      writeFileSync(clip, writeWav({ sampleRate: RATE_HZ, samples: tone(600) }))
      await use(makeMicrophoneTrack(testInfo.outputPath('microphone.wav'), [clip, clip], [500, 1000]).path)
    },
  })

  test('the page hears the clips one after another', async ({ page }) => {
    const audio = await recordPageAudio(page)
    await page.goto('/')
    await page.evaluate(async () => {
      const processing = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
      const microphone = await navigator.mediaDevices.getUserMedia({ audio: processing })
      const context = new AudioContext()
      await context.resume()
      context.createMediaStreamSource(microphone).connect(context.destination)
    })
    await expect.poll(async () => lengthMs((await audio.stretches())[1])).toBeGreaterThan(500)
    const [first, second] = await audio.stretches()
    expect(lengthMs(first)).toBeCloseTo(600, -2)
    expect((second?.fromMs ?? 0) - (first?.fromMs ?? 0)).toBeCloseTo(1600, -2)
  })
})

function lengthMs(stretch: { fromMs: number; toMs: number } | undefined): number {
  return stretch ? stretch.toMs - stretch.fromMs : 0
}
