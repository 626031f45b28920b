import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { assistantDefinitionSchema } from '#contract/assistant.ts'
import { withActions } from '../voice/actions/action-brain.ts'
import { createActionDialog } from '../voice/actions/action-dialog.ts'
import { heldActions, keptActions } from '../voice/actions/actions-testing.ts'
import { createKnowledgeBrain } from '../voice/brain/knowledge-brain.ts'
import { promptFor } from '../voice/brain/prompt.ts'
import { createFallbackBrain } from '../voice/fallback/fallback-brain.ts'
import { createOpenAiBrain } from './openai-brain.ts'
import { startOpenAiServer } from './testing/openai-server.ts'
import type { VendorServer } from './testing/vendor-server.ts'
import { createVendorCircuit } from './vendor-circuit.ts'

const BAKER = assistantDefinitionSchema.parse({
  id: 'baker',
  name: 'Nina',
  voiceId: 'willow',
  firstMessage: 'Hello, I am Nina.',
  systemPrompt: '',
  scope: 'bread',
  knowledge: [{ id: 'price', question: 'What does a loaf cost?', answer: 'Four dollars.' }],
})
type Thought = readonly string[] | { calls: readonly { name: string; arguments: object }[] }

let server: VendorServer
/** The model's answers to its next requests, in order. */
let thoughts: Thought[] = []
let asked: { role: string; content: string }[][] = []

beforeAll(async () => {
  server = await startOpenAiServer({
    think(messages) {
      asked.push(messages)
      return thoughts.shift() ?? ['Hm.']
    },
  })
})
afterAll(() => server.close())
beforeEach(() => {
  thoughts = []
  asked = []
  server.behave('normal')
})

function callWith(actions = keptActions()) {
  const builtIn = withActions(createKnowledgeBrain())
  const part = createOpenAiBrain({
    endpoint: { baseUrl: server.url, model: 'm', timeoutMs: 5_000 },
    promptFor: (turn) => promptFor({ turn }),
  })
  const vendor = { name: 'openai', part, circuit: createVendorCircuit({}), isWorthAnotherTry: () => false }
  const brain = createFallbackBrain({ vendor, builtIn, sentenceMs: 5_000 })
  const forms: unknown[] = []
  const dialog = createActionDialog({ actions, onForm: (form) => forms.push(form), onCard: () => undefined })
  const history: { role: 'user' | 'assistant'; content: string }[] = []
  return {
    actions,
    forms,
    says: async (text: string, signal = new AbortController().signal): Promise<string[]> => {
      const sentences: string[] = []
      const turn = { assistant: BAKER, history: [...history], text, actions: dialog }
      for await (const sentence of brain.reply(turn, signal)) sentences.push(sentence.trim())
      history.push({ role: 'user', content: text }, { role: 'assistant', content: sentences.join(' ') })
      return sentences
    },
  }
}

const PIZZA = { name: 'order_pizza', arguments: { size: 'small', people: 2 } }

it('runs the function that the model calls, with parsed values, and says the model’s reply', async () => {
  const { says, actions } = callWith()
  thoughts = [{ calls: [PIZZA] }, ['Your pizza', ' is ordered.']]
  expect(await says('Yes, please.')).toEqual(['Your pizza is ordered.'])
  expect(actions.kept).toEqual([{ name: 'order_pizza', values: { size: 'small', people: '2' } }])
  expect(asked[0]?.[0]?.content).toContain('order_pizza: Does order_pizza.')
  expect(asked[1]?.at(-1)).toEqual({ role: 'tool', content: JSON.stringify({ status: 'done', say: 'It is done.' }) })
})

it.each([
  ['an unknown size', { size: 'huge', people: 2 }, 'size'],
  ['no required values', {}, 'people'],
])('tells the model what is wrong with %s', async (_, given, field) => {
  const { says, actions } = callWith()
  thoughts = [{ calls: [{ name: 'order_pizza', arguments: given }] }, ['Which size?']]
  await says('A huge one.')
  expect(asked[1]?.at(-1)?.content).toContain(field)
  expect(actions.kept).toEqual([])
})

it('finds free times and shows the form', async () => {
  const { says, forms } = callWith()
  thoughts = [
    {
      calls: [
        { name: 'free_times', arguments: { from: '2026-11-24T15:30', to: '2026-11-24T15:30' } },
        { name: 'show_form', arguments: { function: 'book_appointment' } },
      ],
    },
    ['Fill it in.'],
  ]
  await says('Tuesday?')
  expect(asked[1]?.at(-2)?.content).toContain('2026-11-24T15:30')
  expect(forms.at(-1)).toMatchObject({ title: 'About book_appointment' })
})

it('stops a model that calls functions without end', async () => {
  const { says } = callWith()
  thoughts = Array.from({ length: 4 }, () => ({ calls: [{ name: 'nothing', arguments: {} }] }))
  expect(await says('Go on.')).toEqual(['Hm.'])
  expect(asked).toHaveLength(5)
  // Without functions, the model can only answer.
  const offered = server.requests.slice(-5).map(({ body }) => body.includes('"tools"'))
  expect(offered).toEqual([true, true, true, true, false])
})

it('answers for a model that goes on calling functions when none are offered', async () => {
  const { says } = callWith()
  thoughts = Array.from({ length: 9 }, () => ({ calls: [{ name: 'nothing', arguments: {} }] }))
  expect(await says('What does a loaf cost?')).toEqual(['Sorry for the wait.', 'Four dollars.'])
  expect(asked).toHaveLength(5)
})

it('says the owner’s waiting sentence during a slow action, and the outcome even if the model then fails', async () => {
  const { actions, letGo } = heldActions()
  const { says } = callWith(actions)
  thoughts = [{ calls: [PIZZA] }]
  const said = says('Yes.')
  await expect.poll(() => asked.length).toBe(1)
  setTimeout(() => {
    server.behave('failing')
    letGo()
  }, 450)
  expect(await said).toEqual(['One moment, I am asking the kitchen.', 'It is done.'])
  expect(actions.kept).toHaveLength(1)
})

it('tells the model the outcome of an action whose turn was interrupted, and does not run it twice', async () => {
  const { actions, letGo } = heldActions()
  const called = Promise.withResolvers<void>()
  const { says } = callWith({
    ...actions,
    run(...given) {
      called.resolve()
      return actions.run(...given)
    },
  })
  const cutIn = new AbortController()
  thoughts = [{ calls: [PIZZA] }, { calls: [PIZZA] }, ['It is ordered.'], { calls: [PIZZA] }, ['One more.']]
  const cutOff = says('yes', cutIn.signal)
  await called.promise
  cutIn.abort(new Error('cut in'))
  await expect(cutOff).rejects.toThrow('cut in')
  const reply = says('hello?')
  letGo()
  expect(await reply).toEqual(['It is ordered.'])
  expect(asked[1]?.slice(-3)).toMatchObject([
    { role: 'user', content: 'hello?' },
    { role: 'assistant' },
    { role: 'tool', content: JSON.stringify({ status: 'done', say: 'It is done.' }) },
  ])
  expect(actions.kept).toHaveLength(1)
  // Once the outcome was spoken, the same wish is a new one.
  await says('The same again, please.')
  expect(asked[3]?.at(-1)?.content).toBe('The same again, please.')
  expect(actions.kept).toHaveLength(2)
})

it('loses no field if the model fails midway', async () => {
  const { says, actions } = callWith()
  thoughts = [['What is your name?'], ['And your e-mail?']]
  await says("I'd like an appointment on Tuesday at 3:30")
  await says('Anna Smith')
  server.behave('failing')
  expect((await says('anna@example.com')).join(' ')).toContain(
    'Tuesday 24 November at 3:30 pm. Your name: Anna Smith. E-mail: anna@example.com. Is that right?',
  )
  await says('yes')
  expect(actions.kept[0]?.values).toEqual({ slot: '2026-11-24T15:30', name: 'Anna Smith', email: 'anna@example.com' })
})
