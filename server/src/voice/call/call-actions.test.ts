import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withActions } from '../actions/action-brain.ts'
import { keptActions, TOOLS } from '../actions/actions-testing.ts'
import { createKnowledgeBrain } from '../brain/knowledge-brain.ts'
import type { Recogniser, SpeechGrammar } from '../ports.ts'
import { scriptedRecogniser } from '../testing/scripted-parts.ts'
import { conversation } from './conversation-testing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const brain = () => withActions(createKnowledgeBrain())

/** A visitor's call in which an appointment's time has been said, and the form for the rest is open. */
async function atItsForm() {
  const actions = keptActions()
  const talk = conversation(['book an appointment', 'tuesday half past three', "that's right"], {
    actions,
    brain: brain(),
    visitor: { onEngaged: () => undefined },
  })
  for (let turn = 0; turn < 2; turn += 1) {
    await talk.says()
    await talk.waits(6_000)
  }
  return { actions, talk, form: talk.outputs.findLast((output) => output.type === 'form')?.form }
}

describe('an action in a call', () => {
  it('is completed by voice and form, and the call does not time out while the form is open', async () => {
    const { actions, talk, form } = await atItsForm()
    expect(form?.fields.map(({ id }) => id)).toEqual(['name', 'email'])
    await vi.advanceTimersByTimeAsync(200_000)
    expect(talk.ended()).toBeUndefined()
    expect(talk.call.submitForm('form_9', { name: 'Anna' })).toBe(false)
    expect(talk.call.submitForm(form?.id ?? '', { name: 'Anna Smith', email: 'anna@example.com' })).toBe(true)
    await talk.waits(9_000)
    expect(talk.heard().at(-2)).toBe('user: Your name: Anna Smith; E-mail: anna@example.com')
    expect(talk.heard().at(-1)).toContain('Is that right?')
    await talk.says()
    await talk.waits(3_000)
    expect(actions.kept[0]?.values).toEqual({ slot: '2026-11-24T15:30', name: 'Anna Smith', email: 'anna@example.com' })
    expect(talk.outputs.findLast((output) => output.type === 'form')?.form).toBeNull()
    expect(talk.turns.map(({ outcome }) => outcome)).toEqual(['action', 'action', 'action', 'action'])
    expect(talk.faults).toEqual([])
    await vi.advanceTimersByTimeAsync(61_000)
    expect(talk.ended()?.reason).toBe('idle')
  })

  it.each(['okay', 'no'])('is run by the yes to its question, though "%s" was murmured before', async (murmur) => {
    const actions = keptActions()
    const talk = conversation([murmur, 'yes'], { actions, brain: brain() })
    for (const line of ['order a pizza', 'small', 'for two']) {
      await talk.waits(6_000)
      talk.types(line)
    }
    await talk.waits(1_200)
    await talk.says(500)
    await talk.waits(9_000)
    expect(talk.heard().at(-2)).toContain('Is that right?')
    expect(talk.heard().at(-1)?.toLowerCase()).toBe(`user: ${murmur}`)
    await talk.says(600)
    await talk.waits(3_000)
    expect(talk.heard().at(-1)).toBe('assistant: It is done.')
    expect(actions.kept).toHaveLength(1)
  })

  it('lets a call with an abandoned form go on for a quarter of an hour, and with a dismissed one for a minute', async () => {
    const lengths: (number | undefined)[] = []
    for (const isDismissed of [false, true]) {
      const { talk, form } = await atItsForm()
      if (isDismissed) talk.call.dismissForm(form?.id ?? '')
      await vi.advanceTimersByTimeAsync(1_000_000)
      lengths.push(talk.ended()?.durationMs)
    }
    const [abandoned = 0, dismissed = 0] = lengths
    expect(abandoned).toBeGreaterThan(900_000)
    expect(abandoned).toBeLessThan(920_000)
    expect(dismissed).toBeLessThan(80_000)
  })

  it('makes the recogniser expect the answers to its question', async () => {
    const expected: boolean[] = []
    const warmed: boolean[] = []
    const expectsSizes = ({ expected: patterns = [] }: SpeechGrammar) =>
      patterns.some((pattern) => pattern.includes('extra large'))
    const scripted = scriptedRecogniser(['order a pizza', 'small'])
    const recogniser: Recogniser = {
      ...scripted,
      open(grammar) {
        expected.push(expectsSizes(grammar))
        return scripted.open(grammar)
      },
      warm: async (grammar) => void warmed.push(expectsSizes(grammar)),
    }
    const talk = conversation([], { actions: keptActions([TOOLS.webhook]), brain: brain(), recogniser })
    for (let turn = 0; turn < 2; turn += 1) {
      await talk.says()
      await talk.waits(5_000)
    }
    expect(expected).toEqual([false, true])
    // The grammar is prepared before the call, and after each answer while the caller thinks.
    expect(warmed).toEqual([false, true, false])
  })

  it('shows a card', async () => {
    const actions = keptActions()
    actions.next.push({
      status: 'done',
      say: 'Here is the menu.',
      card: { title: 'Menu', url: 'https://example.com/menu' },
    })
    const talk = conversation([], { actions, brain: brain() })
    talk.types('show me the menu')
    await talk.waits(2_000)
    expect(talk.outputs.find((output) => output.type === 'card')).toEqual({
      type: 'card',
      card: { title: 'Menu', text: null, url: 'https://example.com/menu', imageUrl: null },
    })
  })
})
