import { expect, test } from 'vitest'
import { clarityOf, type Clarity } from './clarity.ts'

/** One second of sound: four fifths at the volume of the voice, one fifth at that of the room. */
function speech(voice: number, room: number): Float32Array[] {
  const tone = (ms: number, loudness: number) =>
    Float32Array.from({ length: ms * 16 }, (_, at) => loudness * Math.sin(at / 3))
  return [tone(400, voice), tone(200, room), tone(400, voice)]
}

test.each<[what: string, voice: number, room: number, clarity: Clarity]>([
  ['a voice near the microphone', 0.1, 0.001, 'clear'],
  ['a soft voice in a quiet room', 0.003, 0.0001, 'quiet'],
  ['a voice as loud as the room', 0.1, 0.08, 'noisy'],
  ['a voice in some noise', 0.1, 0.015, 'clear'],
])('%s', (_, voice, room, clarity) => {
  expect(clarityOf(speech(voice, room))).toBe(clarity)
})

test('no sound at all is quiet', () => {
  expect(clarityOf([])).toBe('quiet')
})
