import { expect, it } from 'vitest'
import { speech } from '../testing/scripted-parts.ts'
import { followSpeech } from './follow-speech.ts'
import { createSpokenCharacters } from './spoken-characters.ts'

const TEXT = 'Rye keeps well.'

it('gives each chunk the words that begin in it, with times from its start', async () => {
  const spoken = createSpokenCharacters(TEXT)
  spoken.add(TEXT.split('').map((character, index) => ({ character, startMs: index * 100, endMs: (index + 1) * 100 })))
  const chunks = [await spoken.take(0, 400), await spoken.take(400, 1_000), await spoken.take(1_000, Infinity)]
  expect(chunks.map(({ words }) => words)).toEqual([
    [{ text: 'Rye ', startMs: 0, endMs: 300 }],
    [{ text: 'keeps ', startMs: 0, endMs: 500 }],
    [{ text: 'well.', startMs: 0, endMs: 500 }],
  ])
})

it('says all words of a voice that is shorter than expected, closes its lips on the way and at the end', async () => {
  const words = ['Rye ', 'keeps ', 'well.'].map((text, at) => ({ text, startMs: at * 500, endMs: at * 500 + 400 }))
  const cues = [
    { atMs: 0, viseme: 'PP' as const },
    { atMs: 1, viseme: 'aa' as const },
    { atMs: 1_400, viseme: 'sil' as const },
  ]
  async function* sound() {
    yield speech(300)
  }
  const chunks = []
  const rendering = Promise.resolve({ samples: speech(1_400), cues, words })
  for await (const chunk of followSpeech(sound(), rendering)) chunks.push(chunk)
  expect(chunks.flatMap((chunk) => chunk.words.map(({ text }) => text)).join('')).toBe(TEXT)
  const mouth = chunks.flatMap((chunk) => chunk.mouth.map(({ viseme }) => viseme))
  expect([mouth[0], mouth.at(-1)]).toEqual(['PP', 'sil'])
})
