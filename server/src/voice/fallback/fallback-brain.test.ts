import { describe, expect, it } from 'vitest'
import { assistantDefinitionSchema } from '#contract/assistant.ts'
import { createVendorCircuit, isWorthAnotherTry } from '../../vendors/vendor-circuit.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import { withActions } from '../actions/action-brain.ts'
import { createActionDialog } from '../actions/action-dialog.ts'
import { keptActions, TOOLS } from '../actions/actions-testing.ts'
import { createKnowledgeBrain } from '../brain/knowledge-brain.ts'
import { createCallSpending, type CallSpending } from '../spending.ts'
import { createFallbackBrain } from './fallback-brain.ts'

const BAKER = assistantDefinitionSchema.parse({
  id: 'baker',
  name: 'Nina',
  voiceId: 'willow',
  firstMessage: 'Hello, I am Nina.',
  systemPrompt: '',
  scope: 'bread',
  knowledge: [{ id: 'price', question: 'What does a loaf cost?', answer: 'Four dollars.' }],
})

/** A script with `SILENCE` stops there without ending. */
const SILENCE = Symbol('silence')
/** A script with `ACTION` shows the menu there. */
const ACTION = Symbol('action')
type Script = (string | Error | typeof SILENCE | typeof ACTION)[]

/** A brain that follows the scripts, one for each request: words, a failure, or silence. */
function talkWith(...scripts: Script[]) {
  let asked = 0
  const failures: unknown[] = []
  let gaveUp = 0
  const clock = { nowMs: 1_000_000 }
  const brain = createFallbackBrain({
    vendor: {
      name: 'openai',
      circuit: createVendorCircuit({
        onFailure: (error) => failures.push(error),
        nowMs: () => clock.nowMs,
      }),
      isWorthAnotherTry,
      part: {
        async *reply(turn, signal) {
          const script = scripts[Math.min(asked, scripts.length - 1)] ?? []
          asked += 1
          for (const step of script) {
            if (step instanceof Error) throw step
            if (step === ACTION) {
              turn.onOutcome?.('action')
              await turn.actions?.run(turn, 'show_menu', {})
              continue
            }
            if (step === SILENCE) {
              await new Promise((_resolve, reject) => {
                const leave = () => {
                  gaveUp += 1
                  reject(new Error('left'))
                }
                if (signal.aborted) leave()
                else signal.addEventListener('abort', leave)
              })
            } else yield step
          }
        },
      },
    },
    builtIn: withActions(createKnowledgeBrain()),
    sentenceMs: 60,
  })
  const kept = keptActions([TOOLS.card])
  const actions = createActionDialog({ actions: kept, onForm: () => undefined, onCard: () => undefined })
  async function ask(text: string, signal = new AbortController().signal, spending?: CallSpending) {
    const by: string[] = []
    const said: string[] = []
    const onAnsweredBy = (part: string) => void by.push(part)
    const turn = { assistant: BAKER, history: [], text, onAnsweredBy, spending, actions }
    for await (const piece of brain.reply(turn, signal)) said.push(piece)
    return { said: said.join(''), pieces: said, by }
  }
  return { ask, brain, clock, failures, asked: () => asked, gaveUp: () => gaveUp, runs: () => kept.kept.length }
}

const lineDropped = new VendorError('openai', 'unreachable')
const keyRefused = new VendorError('openai', 'key-refused')

describe('a vendor’s brain with the built-in one as fallback', () => {
  it('passes on whole sentences and reports which brain gave them', async () => {
    const { ask } = talkWith(['A loaf co', 'sts four. Any', 'thing else?'])
    expect(await ask('How much?')).toEqual({
      said: 'A loaf costs four. Anything else?',
      pieces: ['A loaf costs four. ', 'Anything else?'],
      by: ['openai'],
    })
  })

  it('is as confident as the knowledge of the assistant', async () => {
    const { brain } = talkWith([])
    const confidenceIn = (text: string) => brain.confidenceIn?.({ assistant: BAKER, text })
    expect(await confidenceIn('What does a loaf cost?')).toBeGreaterThan(0.5)
    expect(await confidenceIn('xyzzy')).toBeLessThan(0.5)
  })

  it('is not asked once the call has spent its budget, and the caller is told once', async () => {
    const talk = talkWith(['Five dollars.'])
    const spending = createCallSpending({ fixedMicros: 100 })
    const { signal } = new AbortController()
    expect(await talk.ask('What does a loaf cost?', signal, spending)).toMatchObject({ by: ['openai'] })
    spending.spend('modelRequest', 5)
    expect(await talk.ask('What does a loaf cost?', signal, spending)).toEqual({
      said: 'From here on I answer from my own notes, for the rest of this call. Four dollars.',
      pieces: ['From here on I answer from my own notes, for the rest of this call. ', 'Four dollars.'],
      by: ['knowledge'],
    })
    expect((await talk.ask('What does a loaf cost?', signal, spending)).said).toBe('Four dollars.')
    expect(talk.asked()).toBe(1)
  })

  it('is replaced with a short apology when it gives no answer, and is not asked for a while', async () => {
    const talk = talkWith([SILENCE])
    expect(await talk.ask('What does a loaf cost?')).toMatchObject({
      said: 'Sorry for the wait. Four dollars.',
      by: ['knowledge'],
    })
    expect(talk.gaveUp()).toBe(1)
    expect(await talk.ask('What does a loaf cost?')).toMatchObject({ said: 'Four dollars.', by: ['knowledge'] })
    expect(talk.asked()).toBe(1)
  })

  it('is used again once it answers a probe, without making callers wait', async () => {
    const talk = talkWith([SILENCE], [SILENCE], ['Back again.'])
    await talk.ask('What does a loaf cost?')
    talk.clock.nowMs += 10_000
    expect((await talk.ask('What does a loaf cost?')).said).toBe('Four dollars.')
    await expect.poll(() => talk.failures.length).toBe(2)
    talk.clock.nowMs += 20_000
    expect((await talk.ask('What does a loaf cost?')).said).toBe('Four dollars.')
    await expect.poll(async () => (await talk.ask('What does a loaf cost?')).said).toBe('Back again.')
  })

  it('is replaced if a sentence never ends', async () => {
    const { ask } = talkWith(['Well, you', SILENCE])
    expect((await ask('What does a loaf cost?')).said).toBe('Sorry for the wait. Four dollars.')
  })

  it('is asked once more if the connection dropped before the first word', async () => {
    const talk = talkWith([lineDropped], ['Four dollars it is.'])
    expect((await talk.ask('How much?')).said).toBe('Four dollars it is.')
    expect(talk.asked()).toBe(2)
    expect(talk.failures).toEqual([])
  })

  it('is not asked again once it has run an action, which it would run again', async () => {
    const talk = talkWith([ACTION, lineDropped], [ACTION, 'There it is.'])
    expect((await talk.ask('Show me the menu.')).said).toBe('Sorry for the wait. It is done.')
    expect(talk.runs()).toBe(1)
    expect(talk.failures).toEqual([lineDropped])
  })

  it('runs no action when it is only probed', async () => {
    const talk = talkWith([keyRefused], [ACTION, 'There it is.'])
    await talk.ask('The menu, please.')
    talk.clock.nowMs += 60_000
    await expect.poll(async () => (await talk.ask('The menu, please.')).by).toEqual(['openai'])
    // The answer after the probe.
    expect(talk.runs()).toBe(1)
    expect(talk.asked()).toBe(3)
  })

  it('is not asked again if that cannot help', async () => {
    const talk = talkWith([keyRefused])
    await talk.ask('How much?')
    expect(talk.asked()).toBe(1)
    expect(talk.failures).toEqual([keyRefused])
  })

  it('has an incomplete sentence replaced by an apology and the built-in answer', async () => {
    const { ask } = talkWith(['Good question. A loaf co', lineDropped])
    expect(await ask('What does a loaf cost?')).toEqual({
      said: 'Good question. Sorry, I lost my thread there. Four dollars.',
      pieces: ['Good question. ', 'Sorry, I lost my thread there. Four dollars.'],
      by: ['openai', 'openai, then knowledge'],
    })
    const other = talkWith(['Good question. The moon', lineDropped])
    expect((await other.ask('How far is the moon?')).said).toBe(
      'Good question. Sorry, I lost my thread there. Could you ask me that once more?',
    )
  })

  it('fails if its answer has no words', async () => {
    const { ask } = talkWith([' '], [])
    expect((await ask('What does a loaf cost?')).said).toContain('Four dollars.')
  })

  it('is not asked about speech that was not recognised', async () => {
    const talk = talkWith(['You said hello.'])
    expect((await talk.ask('')).said).toContain('did not catch that')
    expect(talk.asked()).toBe(0)
  })

  it('has an endless answer stopped after a sentence, with an offer to continue', async () => {
    const talk = talkWith([...Array.from({ length: 200 }, () => 'And so it goes on and on. '), SILENCE])
    const { said } = await talk.ask('Tell me everything.')
    expect(said).toMatch(/^(And so it goes on and on\. )+Shall I go on\?$/)
    expect(said.length).toBeLessThan(360)
  })

  it.each(['while a sentence is awaited', 'between two sentences'])(
    'is stopped without an apology when the caller interrupts %s',
    async (when) => {
      const talk = talkWith(['One. And', SILENCE])
      const abort = new AbortController()
      const turn = { assistant: BAKER, history: [], text: 'Count.' }
      const reply = talk.brain.reply(turn, abort.signal)[Symbol.asyncIterator]()
      expect((await reply.next()).value).toBe('One. ')
      const interrupt = () => abort.abort(new Error('cut in'))
      if (when === 'between two sentences') interrupt()
      const rest = reply.next()
      interrupt()
      await expect(rest).rejects.toThrow('cut in')
      expect(talk.failures).toEqual([])
      // Vitest also fails on the vendor's rejection if nothing handles it; it would end the server.
      await expect.poll(() => talk.gaveUp()).toBe(1)
    },
  )
})
