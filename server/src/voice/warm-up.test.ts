import { expect, test } from 'vitest'
import { assistantDefinitionSchema } from '#contract/assistant.ts'
import type { SpeechChunk, SpeechRequest } from './ports.ts'
import { scriptedRecogniser } from './testing/scripted-parts.ts'
import { createWarmUp } from './warm-up.ts'

const CHUNK: SpeechChunk = { samples: new Float32Array(1), mouth: [], words: [] }

const assistantWith = (answers: number) =>
  assistantDefinitionSchema.parse({
    id: 'own',
    name: 'Nina',
    voiceId: 'willow',
    firstMessage: 'Hello. I am Nina.',
    systemPrompt: '',
    scope: 'bread',
    knowledge: Array.from({ length: answers }, (_, index) => ({
      id: `q${index}`,
      question: `Question ${index}?`,
      answer: `Answer ${index}, ${'and so on '.repeat(50)}`,
    })),
  })

/** A synthesiser that waits for `next` before each request's first chunk, and counts how many requests run at once. */
function slowVoice() {
  const asked: SpeechRequest[] = []
  const waiting: (() => void)[] = []
  let atOnce = 0
  let mostAtOnce = 0
  return {
    asked,
    mostAtOnce: () => mostAtOnce,
    next: () => waiting.shift()?.(),
    async *speak(request: SpeechRequest, signal?: AbortSignal) {
      asked.push(request)
      atOnce += 1
      mostAtOnce = Math.max(mostAtOnce, atOnce)
      try {
        await new Promise<void>((resolve, reject) => {
          waiting.push(resolve)
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
        })
        for (;;) yield CHUNK
      } finally {
        atOnce -= 1
      }
    },
  }
}

const unexpected = (error: unknown): void => {
  throw error
}

test('no answers are prepared for a call that has hung up', async () => {
  const voice = slowVoice()
  const warmUp = createWarmUp(scriptedRecogniser([]), voice, unexpected)
  const calls = Array.from({ length: 5 }, () => new AbortController())
  for (const call of calls) warmUp.answers(assistantWith(150), 'account', call.signal)
  await expect.poll(() => voice.asked.length).toBe(1)
  for (const call of calls) call.abort(new Error('hung up'))
  const honest = new AbortController()
  warmUp.answers(assistantWith(2), 'honest', honest.signal)
  await expect.poll(() => voice.asked.at(-1)?.caller).toBe('honest')
  expect(voice.asked).toHaveLength(2)
})

test('answers are prepared one at a time as warm-ups, up to a limit per call and per account', async () => {
  const voice = slowVoice()
  const warmUp = createWarmUp(scriptedRecogniser([]), voice, unexpected)
  const call = new AbortController()
  for (let index = 0; index < 5; index += 1) warmUp.answers(assistantWith(150), 'account', call.signal)
  warmUp.answers(assistantWith(1), 'next', call.signal)
  while (voice.asked.at(-1)?.caller !== 'next') {
    voice.next()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(voice.asked.filter(({ caller }) => caller === 'account')).toHaveLength(120)
  expect(new Set(voice.asked.slice(0, 40).map(({ text }) => text)).size).toBe(40)
  expect(voice.asked[40]?.text).toBe(voice.asked[0]?.text)
  expect(voice.asked.every(({ isWarmUp }) => isWarmUp)).toBe(true)
  expect(voice.mostAtOnce()).toBe(1)
})
