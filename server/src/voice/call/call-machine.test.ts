import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  activeResponse,
  INITIAL_STATE,
  SAME_SENTENCE_GAP_MS,
  step,
  type CallEffect,
  type CallEvent,
  type CallState,
  type TurnRules,
} from './call-machine.ts'

const OURS: TurnRules = { answersBySelf: true, interruptible: true, pausable: true }
const STANDARD: TurnRules = { ...OURS, pausable: false }

const speech = (utterance: string, gapMs = Infinity): CallEvent => ({ type: 'speech-started', utterance, gapMs })
const silence: CallEvent = { type: 'speech-stopped' }
const recognised = (
  utterance: string,
  verdict: Extract<CallEvent, { type: 'recognised' }>['verdict'],
  response = 'r1',
): CallEvent => ({ type: 'recognised', utterance, verdict, response })
const began = (response: string): CallEvent => ({ type: 'audio-began', response })
const finished = (response: string): CallEvent => ({ type: 'response-finished', response })
const requested = (response: string): CallEvent => ({ type: 'response-requested', response })

/** Feeds events to the machine from its initial state. Effects are given as text, such as "start-response r1". */
function play(events: CallEvent[], rules = OURS): { state: CallState; effects: string[] } {
  let state = INITIAL_STATE
  const effects: string[] = []
  for (const event of events) {
    const next = step(state, event, rules)
    state = next.state
    effects.push(...next.effects.map(asText))
  }
  return { state, effects }
}

function asText(effect: CallEffect): string {
  switch (effect.type) {
    case 'open-ears':
      return `open ${effect.utterance}${effect.continues ? ` after ${effect.continues}` : ''}`
    case 'finish-ears':
    case 'drop-ears':
    case 'forget-utterance':
      return `${effect.type.split('-')[0]} ${effect.utterance}`
    case 'cancel-response':
      return `cancel ${effect.response} by ${effect.because}`
    case 'close':
      return `close ${effect.reason}`
    case 'start-response':
    case 'hold-response':
    case 'resume-response':
      return `${effect.type.split('-')[0]} ${effect.response}`
  }
}

const SPEAKING = [requested('r0'), began('r0')]

describe('the call machine', () => {
  it('handles a whole turn: hears, understands, answers, speaks, waits', () => {
    const turn = [speech('u1'), silence, recognised('u1', 'understood'), began('r1'), finished('r1')]
    expect(play(turn)).toEqual({ state: { phase: 'waiting' }, effects: ['open u1', 'finish u1', 'start r1'] })
  })

  it('does not answer an utterance that a later one has overtaken', () => {
    const played = play([speech('u1'), silence, speech('u2'), silence, recognised('u1', 'understood')])
    expect(played.state).toMatchObject({ phase: 'understanding', utterance: 'u2' })
    expect(played.effects).toEqual(['open u1', 'finish u1', 'open u2', 'finish u2'])
  })

  it.each([
    ['a real question', 'understood', 'answering', ['cancel r0 by speech', 'start r1']],
    ['the first half of a sentence', 'unfinished', 'answering', ['cancel r0 by speech', 'start r1']],
    ['long speech that was not recognised', 'not-understood', 'answering', ['cancel r0 by speech', 'start r1']],
    ['a cough', 'nothing', 'speaking', ['forget u1', 'resume r0']],
    ['"mm hmm"', 'backchannel', 'speaking', ['resume r0']],
  ] as const)('holds its answer when the caller speaks; after %s it is %s', (_, verdict, phase, effects) => {
    const played = play([...SPEAKING, speech('u1'), silence, recognised('u1', verdict)])
    expect(played.state.phase).toBe(phase)
    expect(played.effects).toEqual(['start r0', 'hold r0', 'open u1', 'finish u1', ...effects])
  })

  it('continues speaking after a cough, and still hears the next question', () => {
    const { state, effects } = play([
      ...SPEAKING,
      speech('u1'),
      silence,
      recognised('u1', 'nothing'),
      speech('u2'),
      silence,
      recognised('u2', 'understood', 'r2'),
    ])
    expect(state).toMatchObject({ phase: 'answering', response: 'r2' })
    expect(effects.at(-2)).toBe('cancel r0 by speech')
  })

  it('answers only the second of two questions if the first answer has not begun', () => {
    const { effects } = play([
      speech('u1'),
      silence,
      recognised('u1', 'understood'),
      speech('u2', SAME_SENTENCE_GAP_MS + 1),
      silence,
      recognised('u2', 'understood', 'r2'),
    ])
    expect(effects.slice(-2)).toEqual(['cancel r1 by speech', 'start r2'])
  })

  it.each<CallEvent>([{ type: 'cancel-requested' }, finished('r0')])(
    'lets the caller finish speaking if its answer ends meanwhile: %o',
    (end) => {
      const { state, effects } = play([...SPEAKING, speech('u1'), end, silence, recognised('u1', 'nothing')])
      expect(state).toEqual({ phase: 'waiting' })
      expect(effects.slice(-2)).toEqual(['finish u1', 'forget u1'])
    },
  )

  it('cancels at once for a client whose player cannot pause', () => {
    const { state, effects } = play([...SPEAKING, speech('u1')], STANDARD)
    expect(state).toEqual({ phase: 'hearing', utterance: 'u1', held: undefined })
    expect(effects).toEqual(['start r0', 'cancel r0 by speech', 'open u1'])
  })

  it('finishes what it says when the client forbids interruptions', () => {
    const { state, effects } = play([...SPEAKING, speech('u1'), silence], { ...OURS, interruptible: false })
    expect(state.phase).toBe('speaking')
    expect(effects).toEqual(['start r0'])
  })

  it.each(['not-understood', 'unfinished'] as const)('joins a sentence that continues after a pause: %s', (verdict) => {
    const first = [speech('u1'), silence, recognised('u1', verdict)]
    const soon = play([...first, speech('u2', SAME_SENTENCE_GAP_MS)])
    expect(soon.effects.slice(-2)).toEqual(['cancel r1 by speech', 'open u2 after u1'])
    const late = play([...first, speech('u2', SAME_SENTENCE_GAP_MS + 1)])
    expect(late.effects.slice(-2)).toEqual(['hold r1', 'open u2'])
    const overApology = play([...first, began('r1'), speech('u2', SAME_SENTENCE_GAP_MS)])
    expect(overApology.effects.slice(-2)).toEqual(['cancel r1 by speech', 'open u2 after u1'])
  })

  it('joins speech that continues while it is still being recognised', () => {
    const { state, effects } = play([speech('u1'), silence, speech('u2', 300), recognised('u1', 'understood')])
    expect(state).toMatchObject({ phase: 'hearing', utterance: 'u2' })
    expect(effects).toEqual(['open u1', 'finish u1', 'open u2 after u1'])
  })

  it('holds an answer during a sound before its first word, and then resumes it', () => {
    const { state, effects } = play([
      speech('u1'),
      silence,
      recognised('u1', 'understood'),
      speech('u2', 200),
      silence,
      recognised('u2', 'nothing', 'r2'),
    ])
    expect(state).toEqual({
      phase: 'answering',
      response: 'r1',
      to: { by: 'speech', utterance: 'u1', verdict: 'understood' },
    })
    expect(effects.slice(-2)).toEqual(['forget u2', 'resume r1'])
  })

  it('lets a typed line replace speech and a running answer', () => {
    const overSpeech = play([speech('u1'), requested('r1')])
    expect(overSpeech.effects).toEqual(['open u1', 'drop u1', 'start r1'])
    const whileUnderstanding = play([speech('u1'), silence, requested('r1')])
    expect(whileUnderstanding.effects).toEqual(['open u1', 'finish u1', 'drop u1', 'start r1'])
    const afterCancel = play([...SPEAKING, { type: 'cancel-requested' }, requested('r1')])
    expect(afterCancel.effects).toEqual(['start r0', 'cancel r0 by request', 'start r1'])
  })

  it('does not answer automatically if the client has switched that off', () => {
    const { state, effects } = play([speech('u1'), silence, recognised('u1', 'understood')], {
      ...OURS,
      answersBySelf: false,
    })
    expect(state.phase).toBe('waiting')
    expect(effects).not.toContain('start r1')
  })

  it('ends once, stops all speech and listening, and ignores later events', () => {
    const { state, effects } = play([
      ...SPEAKING,
      speech('u1'),
      { type: 'end', reason: 'limit-reached' },
      { type: 'end', reason: 'person-ended' },
      speech('u2'),
    ])
    expect(state).toEqual({ phase: 'ended', reason: 'limit-reached' })
    expect(effects.slice(-3)).toEqual(['drop u1', 'cancel r0 by request', 'close limit-reached'])
  })

  it('never leaves an answer running unnoticed or held, for any sequence of events', () => {
    const ids = fc.constantFrom('a', 'b', 'c')
    const event: fc.Arbitrary<CallEvent> = fc.oneof(
      fc.record({ type: fc.constant('speech-started' as const), utterance: ids, gapMs: fc.constantFrom(100, 5_000) }),
      fc.constant(silence),
      fc.record({
        type: fc.constant('recognised' as const),
        utterance: ids,
        verdict: fc.constantFrom('understood', 'unfinished', 'not-understood', 'backchannel', 'nothing'),
        response: fc.string({ minLength: 4, maxLength: 4 }),
      }),
      fc.constant<CallEvent>({ type: 'input-cleared' }),
      fc.constant<CallEvent>({ type: 'cancel-requested' }),
      fc.record({
        type: fc.constant('response-requested' as const),
        response: fc.string({ minLength: 5, maxLength: 5 }),
      }),
      fc.constant<CallEvent>({ type: 'end', reason: 'idle' }),
    )
    const rules = fc.record({ answersBySelf: fc.boolean(), interruptible: fc.boolean(), pausable: fc.boolean() })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), rules, (events, turnRules) => {
        let state = INITIAL_STATE
        const running = new Set<string>()
        const heldNow = new Set<string>()
        for (const next of events) {
          const result = step(state, next, turnRules)
          state = result.state
          for (const effect of result.effects) {
            if (effect.type === 'start-response') running.add(effect.response)
            if (effect.type === 'cancel-response') {
              running.delete(effect.response)
              heldNow.delete(effect.response)
            }
            if (effect.type === 'hold-response') heldNow.add(effect.response)
            if (effect.type === 'resume-response') heldNow.delete(effect.response)
          }
          // The running response is always the one that the state names as active: no response runs unnoticed, and none
          // stays held for ever.
          const active = activeResponse(state)
          expect([...running]).toEqual(active === undefined ? [] : [active])
          const waits = active !== undefined && heldNow.has(active)
          expect(waits && state.phase !== 'hearing' && state.phase !== 'understanding').toBe(false)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
