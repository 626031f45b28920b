import { afterAll, beforeAll, expect, it } from 'vitest'
import { VOICE_IDS } from '#contract/voices.ts'
import { createFliteSynthesiser, type FliteSynthesiser } from './flite-synthesiser.ts'
import { speakingMs } from './speaking-time.ts'
import { speakWhole } from './whole-speech.ts'

let voice: FliteSynthesiser
beforeAll(async () => void (voice = await createFliteSynthesiser({ workers: 1, cacheMb: 1 })))
afterAll(() => voice.close())

const PLAIN = 'Bring the water to a boil, add the rice, and cover it. Then wait for twelve minutes.'
const WITH_FIGURES = 'We are open from Monday to Friday between 9 and 17:30, and the call costs $2.50.'

// Voices differ in their pace, which one text shows; how figures are spoken is the same for all voices.
it.each([...VOICE_IDS.map((voiceId) => [voiceId, PLAIN] as const), ['willow', WITH_FIGURES] as const])(
  'estimates how long %s speaks: %s',
  async (voiceId, text) => {
    const { durationMs } = await speakWhole(voice, { text, voiceId })
    expect(speakingMs(text, voiceId) / durationMs).toBeGreaterThan(0.9)
    expect(speakingMs(text, voiceId) / durationMs).toBeLessThan(1.2)
  },
)
