import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SpeechChunk } from '../ports.ts'
import { createFliteSynthesiser, type FliteSynthesiser } from './flite-synthesiser.ts'

let synthesiser: FliteSynthesiser
beforeAll(async () => {
  synthesiser = await createFliteSynthesiser({ workers: 1, cacheMb: 8 })
})
afterAll(() => synthesiser.close())

async function all(speech: AsyncIterable<SpeechChunk>): Promise<SpeechChunk[]> {
  const chunks: SpeechChunk[] = []
  for await (const chunk of speech) chunks.push(chunk)
  return chunks
}

const speak = (text: string, signal?: AbortSignal) => all(synthesiser.speak({ text, voiceId: 'rowan' }, signal))

test('a text is spoken in chunks in order, whose words make up the text', async () => {
  const text =
    '  Hello there, and welcome. We’re open today – 👋 from 9:30 a.m. to 5 p.m.; after that, leave us a note! '
  const chunks = await speak(text)
  expect(chunks.length).toBeGreaterThan(1)
  expect(chunks.flatMap(({ words }) => words.map((word) => word.text)).join('')).toBe(text)
  for (const { samples, words } of chunks) expect(words.at(-1)?.endMs).toBeLessThanOrEqual(samples.length / 24)
})

test('a text that cannot be spoken takes only a moment', async () => {
  const [chunk] = await speak('🎉')
  expect(chunk?.words).toEqual([{ text: '🎉', startMs: 0, endMs: 0 }])
  expect(chunk?.samples.length).toBe(480)
  expect(await speak('')).toEqual([])
})

test('a repeated text comes from the cache as a separate copy', async () => {
  for (const time of ['made', 'from the cache', 'from the cache again']) {
    const [chunk] = await speak('This is said thrice.')
    expect(chunk?.mouth.length, time).toBeGreaterThan(3)
    expect(chunk?.samples.includes(9), time).toBe(false)
    chunk?.samples.fill(9)
    chunk?.mouth.splice(0)
  }
})

test('a warmed-up text is served without a worker thread', async () => {
  const own = await createFliteSynthesiser({ workers: 1, cacheMb: 8 })
  for await (const _ of own.speak({ text: 'We can help. Just ask.', voiceId: 'oak', isWarmUp: true }));
  await own.close()
  const chunks = await all(own.speak({ text: 'We can help. Just ask.', voiceId: 'oak' }))
  expect(chunks.length).toBe(2)
  await expect(all(own.speak({ text: 'Something else.', voiceId: 'oak' }))).rejects.toThrow('closed')
})

test('an abort ends the speech with its reason, even between chunks', async () => {
  await expect(speak('Too late.', AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
  const controller = new AbortController()
  const heard: SpeechChunk[] = []
  const speech = (async () => {
    for await (const chunk of synthesiser.speak(
      { text: 'One is said. Two is not. Three is not.', voiceId: 'ivy' },
      controller.signal,
    )) {
      heard.push(chunk)
      controller.abort(new Error('interrupted'))
    }
  })()
  await expect(speech).rejects.toThrow('interrupted')
  expect(heard.length).toBe(1)
})

test('a very long text begins at once and can be abandoned', async () => {
  for await (const chunk of synthesiser.speak({ text: 'and so on '.repeat(1000), voiceId: 'birch' })) {
    expect(chunk.words.length).toBeLessThanOrEqual(15)
    break
  }
})

test('abandoned speech is not synthesised, and a caller does not wait behind another caller’s texts', async () => {
  const own = await createFliteSynthesiser({ workers: 1, cacheMb: 8 })
  const hungUp = new AbortController()
  const order: string[] = []
  const say = async (text: string, caller: string, signal?: AbortSignal) => {
    for await (const _ of own.speak({ text, voiceId: 'willow', caller }, signal)) order.push(caller)
  }
  const busy = say('The line is busy now. It stays so for a while. This is the end of it.', 'busy')
  const left = Array.from({ length: 20 }, (_, index) =>
    say(`Nobody hears sentence ${index}. ${'and so on '.repeat(30)}`, 'left', hungUp.signal).catch(() => undefined),
  )
  const greedy = Array.from({ length: 5 }, (_, index) => say(`Text number ${index} is said.`, 'greedy'))
  hungUp.abort(new Error('hung up'))
  await Promise.all([busy, say('Good day.', 'honest'), ...left, ...greedy])
  await own.close()
  expect(order).not.toContain('left')
  expect(order.slice(0, 3)).toContain('honest')
})

test('a caller who needs a text that is being warmed up does not wait behind others', async () => {
  const own = await createFliteSynthesiser({ workers: 1, cacheMb: 8 })
  const order: string[] = []
  const say = async (text: string, caller: string, isWarmUp = false) => {
    for await (const _ of own.speak({ text, voiceId: 'willow', caller, isWarmUp })) order.push(`${caller} ${text}`)
  }
  await Promise.all([
    say('We begin.', 'ann'),
    say('We can help.', 'account', true),
    say('One more.', 'ann'),
    say('And one.', 'ann'),
    say('We can help.', 'ben'),
  ])
  await own.close()
  expect(order.indexOf('ben We can help.')).toBeLessThan(order.indexOf('ann And one.'))
})

test('speech that its caller awaits precedes what other answers will need later', async () => {
  const own = await createFliteSynthesiser({ workers: 1, cacheMb: 8 })
  const order: string[] = []
  const say = async (text: string, isAwaited = false) => {
    for await (const _ of own.speak({ text, voiceId: 'willow', caller: 'ann', isAwaited })) order.push(text)
  }
  await Promise.all([say('We begin.'), say('One more.'), say('And one.'), say('We can help.', true)])
  await own.close()
  expect(order.indexOf('We can help.')).toBeLessThan(order.indexOf('And one.'))
})
