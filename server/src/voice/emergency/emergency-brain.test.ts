import { describe, expect, it } from 'vitest'
import { assistantDefinitionSchema } from '#contract/assistant.ts'
import { CATALOGUE } from '#contract/catalogue.ts'
import { EMERGENCY_COUNTRIES, emergencyLinesOf } from '#contract/emergency-lines.ts'
import { withActions } from '../actions/action-brain.ts'
import { createActionDialog } from '../actions/action-dialog.ts'
import { keptActions } from '../actions/actions-testing.ts'
import type { Brain, HeardLine } from '../brain/brain.ts'
import { longestPause, MAX_PAUSE_MS } from '../../infra/event-loop-testing.ts'
import { createKnowledgeBrain } from '../brain/knowledge-brain.ts'
import { promptFor } from '../brain/prompt.ts'
import { speakingMs } from '../tts/speaking-time.ts'
import { checkBack, emergencyAnswer } from './answers.ts'
import { detectEmergency, judgeDanger } from './detect.ts'
import { EMERGENCY_BRAIN, withEmergencies } from './emergency-brain.ts'
import { EMERGENCY_KINDS } from './kinds.ts'
import { DISTRESS, ORDINARY } from './sentences-testing.ts'

const OWN = assistantDefinitionSchema.parse({
  id: 'own_x',
  name: 'Nora',
  voiceId: 'oak',
  firstMessage: 'Hello, I am Nora of the dental clinic.',
  systemPrompt: '',
  scope: 'questions about this business',
  knowledge: [{ id: 'q1', question: 'When are you open?', answer: 'From eight to six.' }],
})
/** Emergencies are handled before an assistant's knowledge is used, so these assistants need only the ids of the catalogue. */
const CATALOGUE_DEFINITIONS = CATALOGUE.map(({ id }) => ({ ...OWN, id }))
const lines = emergencyLinesOf('GB')
const builtIn = withEmergencies(createKnowledgeBrain(lines), { lines, goesOn: true })

async function ask(brain: Brain, text: string, history: HeardLine[] = [], assistant = OWN): Promise<string> {
  let answer = ''
  for await (const piece of brain.reply({ assistant, history, text }, new AbortController().signal)) answer += piece
  return answer
}

const isUnsure = (text: string): boolean => judgeDanger(text).kind !== undefined && judgeDanger(text).excess < Infinity
const isDoubtful = (text: string): boolean => judgeDanger(text).kind === undefined && judgeDanger(text).isPossible
const user = (content: string): HeardLine => ({ role: 'user', content })
const assistant = (content: string): HeardLine => ({ role: 'assistant', content })
const firstSentence = (text: string): string => text.split(/(?<=[.?!])\s/)[0] ?? ''

describe('the layer before every brain', () => {
  it('gives help in the first sentence', async () => {
    const detected = DISTRESS.filter((each) => detectEmergency(each) !== undefined)
    for (const [index, definition] of [...CATALOGUE_DEFINITIONS, OWN].entries()) {
      // Each assistant is asked a quarter of them, and each of them is said to four assistants or more.
      for (const sentence of detected.filter((_, at) => (at + index) % 4 === 0)) {
        const answer = await ask(builtIn, sentence, [], definition)
        expect(firstSentence(answer), `${definition.id}: ${sentence}`).toMatch(/\b(?:999|116 123)\b/)
      }
    }
  })

  it('names the number of every country first, and stays short', () => {
    for (const country of [undefined, ...EMERGENCY_COUNTRIES]) {
      const numbers = emergencyLinesOf(country)
      for (const kind of EMERGENCY_KINDS) {
        const { first } = emergencyAnswer(kind, numbers)
        expect(firstSentence(first), `${country} ${kind}`).toMatch(
          new RegExp(`\\b(?:${numbers.emergency}|${numbers.police ?? 'x'})\\b`),
        )
        expect(speakingMs(first, 'willow'), `${country} ${kind}: ${first}`).toBeLessThanOrEqual(9_000)
      }
    }
  })

  it('is used and named as the answering part when the vendor heard nothing', async () => {
    const talk = [user('she is choking'), assistant(await ask(builtIn, 'she is choking'))]
    expect(await ask(builtIn, '', talk)).toContain('fist above')
    const missing: Brain = { async *reply({ onMissed }) { onMissed?.([]); yield 'I do not know that.' } } // oxfmt-ignore
    const front = withEmergencies(missing, { lines, goesOn: true })
    for (const text of ['she is choking', DISTRESS.find(isDoubtful) ?? '']) {
      const by: string[] = []
      const outcomes: string[] = []
      const turn = {
        assistant: OWN,
        history: [],
        text,
        onAnsweredBy: (part: string) => void by.push(part),
        onOutcome: (outcome: string) => void outcomes.push(outcome),
      }
      for await (const _ of front.reply(turn, new AbortController().signal)) void _
      expect(by, text).toEqual([EMERGENCY_BRAIN])
      expect(outcomes, text).toEqual(isDoubtful(text) ? ['asked-back'] : [])
    }
  })

  it('gives the number and asks back if only a part of a cry was recognised', async () => {
    const asked = await ask(builtIn, '… my dad is having a heart attack i think …!')
    expect(asked).toBe(checkBack(lines))
    expect(asked).toBe('If this is an emergency, call 999 now. What has happened?')
    const talk = [user('… my dad is having a heart attack i think …!'), assistant(asked)]
    expect(await ask(builtIn, 'my husband is unconscious', talk)).toContain('999')
    // Once the caller has been helped with one emergency, a second one is not asked about first.
    const helped = [user('she is choking'), assistant(await ask(builtIn, 'she is choking'))]
    expect(await ask(builtIn, '… my dad is having a heart attack i think …!', helped)).toMatch(/^(?!If this).*999/)
    expect(await ask(builtIn, '… opening hours …')).not.toContain('If this is an emergency')
  })

  it('asks back, too, if the assistant has no answer to a possible cry', async () => {
    const doubtful = [...DISTRESS, ...ORDINARY].find(isDoubtful) ?? ''
    const missing: Brain = { async *reply({ onMissed }) { onMissed?.([]); yield 'I do not know that.' } } // oxfmt-ignore
    const knowing: Brain = { async *reply() { yield 'From eight to six.' } } // oxfmt-ignore
    expect(await ask(withEmergencies(missing, { lines, goesOn: true }), doubtful)).toBe(checkBack(lines))
    expect(await ask(withEmergencies(knowing, { lines, goesOn: true }), doubtful)).toBe('From eight to six.')
    // "I need help" may be a cry for help, and is usually how a request begins.
    expect(await ask(withEmergencies(missing, { lines, goesOn: true }), 'we need help')).toBe(checkBack(lines))
    for (const text of ['I need help', 'Hello, I need help', 'Need help.', 'hi i need help please'])
      expect(await ask(builtIn, text), text).toMatch(/^I can help with questions about this business/)
    expect(await ask(withEmergencies(missing, { lines, goesOn: true }), 'xyzzy')).toBe('I do not know that.')
  })

  it('leaves lines to the assistant that its knowledge explains, unless they are a certain cry', async () => {
    const unsure = DISTRESS.find(isUnsure) ?? ''
    const sure: Brain = { confidenceIn: async () => 1, async *reply() { yield 'From eight to six.' } } // oxfmt-ignore
    const front = withEmergencies(sure, { lines, goesOn: true })
    expect(await ask(front, unsure)).toBe('From eight to six.')
    expect(await ask(front, 'what now', [user(unsure), assistant('From eight to six.')])).toBe('From eight to six.')
    expect(await ask(front, 'she is choking')).toContain('999')
    expect(await ask(builtIn, unsure)).toContain('999')
    expect(await ask(front, unsure, [user('she is choking'), assistant(await ask(front, 'she is choking'))])).toContain(
      '999',
    )
  })

  it('weighs how well an answer fits against how likely an emergency is', async () => {
    const unsure = DISTRESS.find(isUnsure) ?? ''
    const fitting = (logOdds: number): Brain => ({
      confidenceIn: async () => 1 / (1 + Math.exp(-logOdds)),
      async *reply() { yield 'From eight to six.' },
    }) // oxfmt-ignore
    const { excess } = judgeDanger(unsure)
    expect(await ask(withEmergencies(fitting(excess + 0.5), { lines, goesOn: true }), unsure)).toContain('eight')
    expect(await ask(withEmergencies(fitting(excess), { lines, goesOn: true }), unsure)).toContain('999')
  })

  it('answers a certain cry without waiting for the brain', async () => {
    const slow: Brain = { confidenceIn: () => new Promise(() => undefined), async *reply() { yield 'Hello.' } } // oxfmt-ignore
    expect(await ask(withEmergencies(slow, { lines, goesOn: true }), 'she is choking')).toContain('999')
  })

  it('leaves the time that a dialog asked for to that dialog, unless the line is a certain cry', async () => {
    const dialog = createActionDialog({ actions: keptActions(), onForm: () => undefined, onCard: () => undefined })
    const front = withEmergencies(withActions(createKnowledgeBrain(lines)), { lines, goesOn: true })
    const say = async (text: string) => {
      let answer = ''
      const turn = { assistant: OWN, history: [], text, actions: dialog }
      for await (const piece of front.reply(turn, new AbortController().signal)) answer += piece
      return answer
    }
    const unsure = DISTRESS.map((cry) => `${cry} November 27th 3pm`).find(isUnsure) ?? ''
    expect(await say(unsure)).toMatch(/999|116 123/)
    expect(await say('book an appointment')).toContain('When')
    expect(await say('she is choking, come on November 27th at 3pm')).toContain('999')
    expect(await say(unsure)).toContain('Good, that is free.')
  })

  it('leaves the yes to an action that was begun after it to that action', async () => {
    const actions = keptActions()
    const dialog = createActionDialog({ actions, onForm: () => undefined, onCard: () => undefined })
    const front = withEmergencies(withActions(createKnowledgeBrain(lines)), { lines, goesOn: true })
    const talk: HeardLine[] = []
    const say = async (text: string) => {
      let answer = ''
      const turn = { assistant: OWN, history: [...talk], text, actions: dialog }
      for await (const piece of front.reply(turn, new AbortController().signal)) answer += piece
      talk.push(user(text), assistant(answer))
      return answer
    }
    expect(await say('my chest hurts when I lift weights')).toContain('999')
    expect(await say("no it's an old thing, I'd like to book an appointment")).toContain('When')
    for (const line of ['Tuesday at half past three', 'Anna Smith', 'anna@example.com']) await say(line)
    expect(await say('please help me')).toContain('aspirin')
    expect(await say('is it booked')).toContain('right?')
    expect(await say('yes')).toContain('It is done.')
    expect(actions.kept).toHaveLength(1)
  })

  it('continues with the next step when the caller says yes', async () => {
    const first = await ask(builtIn, 'she is choking')
    for (const text of ['yes', 'go on', 'yes please go on', 'okay continue']) {
      expect(await ask(builtIn, text, [user('she is choking'), assistant(first)]), text).toContain('fist above')
    }
  })

  it('gives the first answer without the model, and leaves later ones to it', async () => {
    const model: Brain = { async *reply() { yield 'model' } } // oxfmt-ignore
    const front = withEmergencies(model, { lines, goesOn: false })
    const first = await ask(front, 'my son swallowed bleach')
    expect(first).toContain('999')
    expect(await ask(front, 'what do I do now', [user('my son swallowed bleach'), assistant(first)])).toBe('model')
    expect(await ask(front, 'my son swallowed bleach', [user('my son swallowed bleach'), assistant(first)])).toBe(
      'model',
    )
    expect(await ask(front, 'he stopped breathing', [user('my son swallowed bleach'), assistant(first)])).toContain(
      '999',
    )
  })

  it('gives one step after the other until the emergency is over', async () => {
    const talk = [user('she is choking')]
    const said: string[] = []
    for (const text of ['she is choking', 'what do I do now', 'she is still choking', 'what else', 'and now']) {
      if (said.length > 0) talk.push(user(text))
      said.push(await ask(builtIn, text, talk.slice(0, -1)))
      talk.push(assistant(said.at(-1) ?? ''))
    }
    expect(new Set(said).size).toBe(5)
    expect(said[1]).toContain('fist above the belly button')
    expect(await ask(builtIn, '', talk)).toContain('999')
    expect(await ask(builtIn, 'when are you open', talk)).toBe('From eight to six.')
    expect(await ask(builtIn, 'what now', [...talk, user('she is fine now'), assistant('Good.')])).not.toContain(
      '999 now',
    )
  })

  it('considers an emergency over after more than six turns about something else', async () => {
    const other = [user('when are you open'), assistant('From eight to six.')]
    const after = async (turns: number) => {
      const talk = [user('she is choking'), assistant(await ask(builtIn, 'she is choking'))]
      return ask(builtIn, 'what now', [...talk, ...Array.from({ length: turns }, () => other).flat()])
    }
    expect(await after(6)).toContain('fist above')
    expect(await after(7)).not.toContain('fist above')
    // A further step begins the count anew.
    const turns = Array.from({ length: 5 }, () => other).flat()
    const talk = [user('she is choking'), assistant(await ask(builtIn, 'she is choking')), ...turns]
    talk.push(user('what now'), assistant(await ask(builtIn, 'what now', talk)), ...turns)
    expect(await ask(builtIn, 'what next', talk)).not.toBe(await ask(builtIn, 'what next'))
  })

  it('ends a refusal with where to find professional help, without an offer', async () => {
    for (const id of ['healthcare', 'pediatrics', 'therapy', 'legal', 'finance', 'own_x']) {
      const definition = CATALOGUE_DEFINITIONS.find((known) => known.id === id) ?? OWN
      for (const text of ['xyzzy plugh frobnicate', '']) {
        const refusal = await ask(builtIn, text, [], definition)
        expect(refusal, id).toMatch(/(?:doctor|pediatrician|counselor|lawyer|adviser)[^?]*\.$/)
        expect(refusal, id).not.toMatch(/business/i)
      }
    }
  })

  it('does not take one entry about health for the field of a business', async () => {
    const [hours] = OWN.knowledge
    const health = { ...hours, id: 'q2', question: 'Health', answer: 'If you are ill, ask your doctor first.' }
    const sauna = { ...OWN, firstMessage: 'Hello, I am Nora of the sauna.', knowledge: [...OWN.knowledge, health] }
    expect(await ask(builtIn, 'xyzzy plugh frobnicate', [], assistantDefinitionSchema.parse(sauna))).not.toMatch(
      /doctor|999/,
    )
  })

  it('does not delay other callers while it reads a long and hostile conversation', async () => {
    const talk = Array.from({ length: 40 }, (_, count) => user(`${count} my. kid. he. `.repeat(130).slice(0, 2_000)))
    const { cpuMs } = await longestPause(() => ask(builtIn, 'a. '.repeat(666), talk))
    expect(cpuMs).toBeLessThan(MAX_PAUSE_MS / 3)
  })

  it('tells a language model the same rule and numbers', () => {
    const [system] = promptFor({ turn: { assistant: OWN, history: [], text: 'hi' }, nearest: () => [], lines })
    expect(system?.content).toMatch(/your first sentence tells them to call 999 now/)
    expect(system?.content).toContain('116 123')
  })
})
