import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assistantDefinitionSchema } from '#contract/assistant.ts'
import type { Brain, BrainTurn } from '../brain/brain.ts'
import { BRAINS } from './candidates-testing.ts'

const BAKER = assistantDefinitionSchema.parse({
  id: 'baker',
  name: 'Nina',
  voiceId: 'willow',
  firstMessage: 'Hello, I am Nina.',
  systemPrompt: '',
  scope: 'bread',
  knowledge: [{ id: 'price', question: 'What does a loaf cost?', answer: 'A loaf costs four dollars.' }],
})

describe.each(BRAINS)('a brain: $name', (candidate) => {
  let brain: Brain
  let close: () => Promise<void>
  beforeAll(async () => {
    const made = await candidate.create()
    brain = made.part
    close = () => made.close()
  })
  afterAll(() => close())

  const turn = (text: string, history: BrainTurn['history'] = []): BrainTurn => ({ assistant: BAKER, history, text })

  async function answer(given: BrainTurn): Promise<string> {
    let text = ''
    for await (const piece of brain.reply(given, new AbortController().signal)) text += piece
    return text
  }

  it('answers from the assistant’s knowledge', async () => {
    expect(await answer(turn('What does a loaf cost?'))).toMatch(/four|4/i)
  })

  it('says no markup', async () => {
    expect(await answer(turn('What does a loaf cost?'))).not.toMatch(/[*`<>]|^#/m)
  })

  it('answers in the middle of a conversation without changing it', async () => {
    const history = [
      { role: 'assistant', content: 'Hello, I am Nina.' },
      { role: 'user', content: 'Hello.' },
    ] as const
    const given = turn('What does a loaf cost?', history)
    const before = structuredClone({ history: given.history, text: given.text })
    expect((await answer(given)).trim()).not.toBe('')
    expect({ history: given.history, text: given.text }).toEqual(before)
  })

  it('answers two callers at once', async () => {
    const answers = await Promise.all([answer(turn('What does a loaf cost?')), answer(turn('What does a loaf cost?'))])
    for (const text of answers) expect(text).toMatch(/four|4/i)
  })

  it('is silent once the caller has interrupted', async () => {
    const abort = new AbortController()
    const reply = brain.reply(turn('What does a loaf cost?'), abort.signal)[Symbol.asyncIterator]()
    await reply.next()
    abort.abort(new Error('cut in'))
    const rest = await reply.next().then(
      ({ done }) => done,
      () => true,
    )
    expect(rest).toBe(true)
  })
})
