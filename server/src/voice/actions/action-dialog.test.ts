import { afterEach, expect, it, vi } from 'vitest'
import type { ActionForm } from '#contract/realtime.ts'
import type { ActionCard } from '../actions.ts'
import { createActionDialog } from './action-dialog.ts'
import { heldActions, keptActions } from './actions-testing.ts'
import { dialogWord } from './dialog-words.ts'

afterEach(() => void vi.useRealTimers())

/** The dialog of one call, fed line by line. The brain behind it knows only about parking. */
function dialogWith(actions = keptActions()) {
  const forms: (ActionForm | null)[] = []
  const cards: ActionCard[] = []
  const history: { role: 'user' | 'assistant'; content: string }[] = []
  const dialog = createActionDialog({ actions, onForm: (form) => forms.push(form), onCard: (card) => cards.push(card) })
  async function* answer() {
    yield 'There is parking behind the house.'
  }
  const ask = (text: string) =>
    dialog.reply(
      { history: [...history], text },
      { knows: (line) => line.includes('parking'), answer, onAction: () => undefined },
    )
  const keep = (text: string, reply: string) =>
    history.push({ role: 'user', content: text }, { role: 'assistant', content: reply })
  return {
    dialog,
    actions,
    forms,
    cards,
    ask,
    keep,
    history,
    says: async (text: string): Promise<string> => {
      let reply = ''
      for await (const piece of ask(text)) reply += piece
      keep(text, reply)
      return reply
    },
  }
}

const START = "I'd like to book an appointment on Tuesday at half past three"

it('does not ask again for what the caller has given for an earlier action of the call', async () => {
  const { says, forms, dialog } = dialogWith()
  await says(START)
  await says(dialog.submit(forms[0]?.id ?? '', { name: 'Anna Smith', email: 'anna@example.com' }) ?? '')
  await says('yes')
  const reply = await says("I'd like to book an appointment on Wednesday at half past three")
  expect(reply).toContain('Your name: Anna Smith')
  expect(reply).toContain('Is that right?')
})

it('opens a form for fields that are hard to say, updates it and closes it', async () => {
  const { says, forms, dialog, actions } = dialogWith()
  await says(START)
  expect(forms).toMatchObject([
    {
      title: 'About book_appointment',
      fields: [
        { id: 'name', value: '' },
        { id: 'email', value: '' },
      ],
    },
  ])
  await says('My name is Anna Smith')
  const [first, second] = forms
  expect(second).toMatchObject({ id: first?.id, fields: [{ value: 'Anna Smith' }, { value: '' }] })
  expect(dialog.submit('form_0', { email: 'x@example.com' })).toBeUndefined()
  const wrong = dialog.submit(first?.id ?? '', { email: 'anna@' }) ?? ''
  expect(await says(wrong)).toContain('An e-mail address looks like')
  expect(forms.at(-1)).toMatchObject({
    fields: [{ problem: null }, { problem: 'An e-mail address looks like name@example.com.' }],
  })
  const line = dialog.submit(first?.id ?? '', { name: 'Anna Smyth', email: 'anna@example.com' }) ?? ''
  expect(line).toBe('Your name: Anna Smyth; E-mail: anna@example.com')
  expect(await says(line)).toContain('Your name: Anna Smyth. E-mail: anna@example.com. Is that right?')
  expect(forms.at(-1)).toBeNull()
  await says('yes')
  expect(actions.kept).toEqual([
    { name: 'book_appointment', values: { slot: '2026-11-24T15:30', name: 'Anna Smyth', email: 'anna@example.com' } },
  ])
})

it('does not open a form again that the caller has dismissed', async () => {
  const { says, forms, dialog } = dialogWith()
  await says(START)
  dialog.dismiss('form_0')
  expect(forms).toHaveLength(1)
  dialog.dismiss(forms[0]?.id ?? '')
  expect(forms.at(-1)).toBeNull()
  await says('Anna Smith')
  expect(forms).toHaveLength(2)
})

it('continues where a model has failed, with all values from the conversation', async () => {
  const { says, keep, actions } = dialogWith()
  keep(START, 'Sure. What is your name?')
  keep('Anna Smith', 'Thank you. And your e-mail?')
  keep('anna@example.com', 'What is the parking like …')
  expect(await says('is there parking?')).toBe('There is parking behind the house. And is what I have noted right?')
  await says("that's right")
  expect(actions.kept[0]?.values).toEqual({ slot: '2026-11-24T15:30', name: 'Anna Smith', email: 'anna@example.com' })
})

it('does not repeat an action that a model has completed', async () => {
  const { says, keep, actions } = dialogWith()
  keep(START, 'Sure. What is your name?')
  keep('Anna Smith', 'Thank you. And your e-mail?')
  keep('anna@example.com', 'Is that right?')
  keep('yes', 'It is booked.')
  expect(await says('is there parking?')).toBe('There is parking behind the house.')
  expect(actions.kept).toEqual([])
})

it('does not take an action for done whose yes got no answer because the caller spoke again', async () => {
  const { says, actions, history } = dialogWith()
  for (const line of ['order a pizza', 'small', 'for two']) await says(line)
  history.push({ role: 'user', content: 'yes' })
  expect(await says('hello?')).toContain('And is what I have noted right?')
  await says('yes')
  expect(actions.kept).toHaveLength(1)
})

it('reads the model’s answer after a turn without words', async () => {
  const { says, ask, keep } = dialogWith()
  await says(START)
  for await (const _ of ask('')) void _
  keep('Anna Smith', 'Thank you. And your e-mail?')
  expect(await says('anna@example.com')).toContain('Your name: Anna Smith. E-mail: anna@example.com. Is that right?')
})

it('runs an action once that a model has begun, and says its outcome if the model fails first', async () => {
  const { actions, letGo } = heldActions()
  const { dialog, ask } = dialogWith(actions)
  const values = { size: 'small', people: '2' }
  const history = [{ role: 'user', content: 'order a pizza' }] as const
  const byModel = dialog.run({ history, text: 'yes' }, 'order_pizza', values)
  const again = dialog.run({ history, text: 'yes' }, 'order_pizza', values)
  expect(dialog.isOpen()).toBe(true)
  const reply = ask('yes')
  letGo()
  const said: string[] = []
  for await (const piece of reply) said.push(piece)
  expect(await again).toEqual(await byModel)
  expect(said).toEqual(['It is done.'])
  expect(actions.kept).toEqual([{ name: 'order_pizza', values }])
  expect(dialog.isOpen()).toBe(false)
})

it.each([
  ['hello?', 'It is done.'],
  ['Is there parking?', 'It is done. There is parking behind the house.'],
  ['I want to book an appointment', 'It is done. Certainly. When would you like to come?'],
])('says the outcome to a caller who interrupted with "%s", and continues', async (line, reply) => {
  const { says, ask, actions } = dialogWith()
  await says('order a pizza')
  await says('small')
  await says('for two')
  const cutIn = ask('yes')
  await cutIn[Symbol.asyncIterator]().next()
  expect(await says(line)).toBe(reply)
  expect(actions.kept).toHaveLength(1)
})

it('says the outcome to a caller who cut in while the action was running', async () => {
  const { actions, letGo } = heldActions()
  const { says, ask, dialog } = dialogWith(actions)
  for (const line of ['order a pizza', 'small', 'for two']) await says(line)
  // This answer is cut off; its first words, which the caller no longer hears, are the outcome too.
  const cutOff = ask('yes')[Symbol.asyncIterator]().next()
  await new Promise(setImmediate)
  const reply = says('hello?')
  await new Promise(setImmediate)
  letGo()
  await cutOff
  expect(await reply).toBe('It is done.')
  expect(dialog.isOpen()).toBe(false)
})

it('leaves the outcome of an interrupted action to a model that takes over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { actions, letGo } = heldActions()
  const { says, ask, dialog } = dialogWith(actions)
  for (const line of ['order a pizza', 'small', 'for two']) await says(line)
  const cutOff = ask('yes')[Symbol.asyncIterator]()
  const waits = cutOff.next()
  await vi.waitFor(() => expect(dialog.unheard()).toBeDefined())
  await vi.advanceTimersByTimeAsync(400)
  expect((await waits).value).toBe('One moment, I am asking the kitchen. ')
  await cutOff.return?.()
  letGo()
  expect(await dialog.unheard()?.result).toMatchObject({ say: 'It is done.' })
  expect(dialog.unheard()).toMatchObject({ name: 'order_pizza', values: { size: 'small', people: '2' } })
  dialog.said()
  expect(dialog.isOpen()).toBe(false)
  expect(dialog.unheard()).toBeUndefined()
})

it('does not block other calls while it reads the lines of a continued call', async () => {
  const { ask, keep } = dialogWith()
  keep(START, 'Sure. What is your name?')
  for (let line = 0; line < 5; line += 1) keep('by the way, is there parking?', 'There is parking behind the house.')
  let hadTurn = false
  setImmediate(() => (hadTurn = true))
  await ask('Anna Smith')[Symbol.asyncIterator]().next()
  expect(hadTurn).toBe(true)
})

it.each(['why', 'what else', "it doesn't work", 'what should I do now?', 'I tried that'])(
  '%j agrees to nothing',
  (line) => expect(dialogWord(line)).not.toBe('yes'),
)
