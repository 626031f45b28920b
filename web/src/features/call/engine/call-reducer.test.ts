import { CALL_END_REASONS } from '#contract/realtime.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endingOf, mayBeResumed } from './call-endings.ts'
import { startFailureOf } from './call-problem.ts'
import { callReducer } from './call-reducer.ts'
import { INITIAL_STATE, mayContinue, statusOf, type CallEvent, type CallState, type LiveStatus } from './call-state.ts'
import { WITHOUT_NOISE_CANCELLATION, type MicrophoneStatus } from './microphone-status.ts'

const after = (...events: CallEvent[]) => events.reduce(callReducer, INITIAL_STATE)

const CALL = { continues: 'call_1', continuesToken: 'secret' }
const FAILURE = startFailureOf(null)
const start = { type: 'start', goesOn: false } as const
const goOn = { type: 'start', goesOn: true } as const
const granted = { type: 'granted', isDemo: true, call: CALL } as const
const joined = { type: 'joined' } as const
const failed = { type: 'failed', failure: FAILURE } as const
const lost = { type: 'ended', reason: 'connection-lost' } as const
const hungUp = { type: 'ended', reason: 'person-ended' } as const
const typed = { type: 'typed', id: 't1', text: 'Hello' } as const
const pushToTalk = { type: 'push-to-talk', on: true } as const
const hold = { type: 'hold' } as const
const mute = { type: 'mute', on: true } as const
const noWords = { type: 'no-words' } as const
const form = { type: 'form' as const, form: { id: 'form_1', title: 'Your message', fields: [] } }
const help = { type: 'help' as const, offer: { reason: 'noise' as const, questions: ['What is rye bread?'] } }
const card = { type: 'card' as const, card: { title: 'Booked', text: null, url: null, imageUrl: null } }
const line = (role: 'user' | 'assistant', content: string, partial = false) =>
  ({ type: 'line', line: { id: `${role}1`, role, content, partial, interrupted: false } }) as const
const LIVE = [start, granted, joined]
const BROKEN = [...LIVE, line('user', 'Hi'), lost]

describe('from phase to phase', () => {
  test.each<[string, CallEvent[], object]>([
    ['a start', [start], { phase: 'starting', microphone: { state: 'unasked' }, resumable: null }],
    ['a grant', [start, granted], { phase: 'starting', isDemo: true, granted: CALL }],
    ['joining a call', LIVE, { phase: 'live', status: 'connected', sound: 'open', assistantSpeaking: false }],
    ['a start in a call', [...LIVE, start], { phase: 'live', granted: CALL }],
    ['a start that fails', [start, granted, failed], { phase: 'failed', failure: FAILURE, isDemo: true }],
    ['a start that is cancelled', [start, granted, hungUp], { phase: 'idle', captions: [] }],
    ['hanging up', [...LIVE, hungUp], { phase: 'ended', reason: 'person-ended', resumable: null, alert: null }],
    ['a lost connection', BROKEN, { phase: 'ended', reason: 'connection-lost', resumable: CALL }],
    ['an alert at the end', [...LIVE, { ...lost, alert: 'Gone' }], { phase: 'ended', alert: 'Gone' }],
    ['a second end', [...LIVE, hungUp, lost], { phase: 'ended', reason: 'person-ended' }],
    ['an engine that fails in a call', [...LIVE, failed], { phase: 'failed', resumable: null }],
    [
      'continuing',
      [...BROKEN, goOn],
      { phase: 'starting', resumable: CALL, captions: [{ content: 'Hi' }], isDemo: null },
    ],
    [
      'continuing, which fails',
      [...BROKEN, goOn, failed],
      { phase: 'failed', resumable: CALL, captions: [{ content: 'Hi' }] },
    ],
    ['continuing, then cancelled', [...BROKEN, goOn, hungUp], { phase: 'idle', resumable: CALL }],
    ['starting a new call instead', [...BROKEN, start], { phase: 'starting', resumable: null, captions: [] }],
    ['a card, after the call', [...LIVE, card, hungUp], { phase: 'ended', card: card.card }],
    ['a card, when continuing', [...LIVE, card, lost, goOn], { phase: 'starting', card: card.card }],
    ['a card, in the next call', [...LIVE, card, hungUp, start], { phase: 'starting', card: null }],
    [
      'push-to-talk that was chosen before the call',
      [pushToTalk, ...LIVE],
      { phase: 'live', pushToTalk: true, sound: 'open' },
    ],
    [
      'a time limit that arrives before the call is joined',
      [start, { type: 'limit', endsAtMs: 9 }, joined],
      { phase: 'live', endsAtMs: 9 },
    ],
  ])('%s', (_, events, expected) => {
    expect(after(...events)).toMatchObject(expected)
  })

  test.each(CALL_END_REASONS)('after %s, a call can be continued only if the reason allows it', (reason) => {
    expect(mayContinue(after(...LIVE, { type: 'ended', reason }))).toBe(mayBeResumed(reason))
  })
})

describe('a turn', () => {
  const ways: Record<LiveStatus, CallEvent[]> = {
    connected: [],
    'user-speaking': [{ type: 'speech-started' }],
    processing: [{ type: 'speech-ended' }],
    listening: [{ type: 'assistant-finished' }],
  }
  test.each<[LiveStatus, CallEvent, LiveStatus]>([
    ['connected', { type: 'speech-started' }, 'user-speaking'],
    ['listening', { type: 'speech-started' }, 'user-speaking'],
    ['processing', { type: 'speech-started' }, 'user-speaking'],
    ['user-speaking', { type: 'speech-ended' }, 'processing'],
    ['connected', typed, 'processing'],
    ['processing', { type: 'assistant-finished' }, 'listening'],
    ['connected', { type: 'assistant-finished' }, 'listening'],
    ['user-speaking', { type: 'assistant-finished' }, 'user-speaking'],
    ['processing', { type: 'speech-dismissed' }, 'listening'],
    ['user-speaking', { type: 'speech-dismissed' }, 'listening'],
    ['connected', { type: 'speech-dismissed' }, 'connected'],
  ])('%s, %j → %s', (from, event, to) => {
    expect(statusOf(after(...LIVE, ...ways[from], event))).toBe(to)
  })
})

describe('within a call', () => {
  const notice = { type: 'notice', text: WITHOUT_NOISE_CANCELLATION } as const
  test.each<[string, CallEvent[], object]>([
    ['push-to-talk is heard only while the button is down', [pushToTalk, hold], { sound: 'holding' }],
    [
      'releasing the push-to-talk button stops sending sound',
      [pushToTalk, hold, { type: 'release' }],
      { sound: 'open' },
    ],
    ['without push-to-talk the button does nothing', [hold], { sound: 'open' }],
    ['the button does nothing while muted', [pushToTalk, mute, hold], { sound: 'muted' }],
    ['muting releases the button', [pushToTalk, hold, mute], { sound: 'muted' }],
    ['switching push-to-talk does not unmute', [mute, pushToTalk], { sound: 'muted' }],
    [
      'switching push-to-talk off releases the button',
      [pushToTalk, hold, { ...pushToTalk, on: false }],
      { sound: 'open' },
    ],
    [
      'letting the browser listen releases the button',
      [pushToTalk, hold, { type: 'listen', on: false }],
      { sound: 'open' },
    ],
    [
      'the button does nothing while the browser listens',
      [pushToTalk, { type: 'listen', on: false }, hold],
      { sound: 'open' },
    ],
    ['sound without words is reported', [noWords], { hearsNoWords: true }],
    ['it stays reported while nothing is understood', [noWords, line('user', '')], { hearsNoWords: true }],
    ['it stays reported while the words are only guessed', [noWords, line('user', 'Hi', true)], { hearsNoWords: true }],
    ['words end the report of sound without words', [noWords, line('user', 'Hi')], { hearsNoWords: false }],
    ['typing ends the report of sound without words', [noWords, typed], { hearsNoWords: false }],
    ['muting ends the report of sound without words', [noWords, mute], { hearsNoWords: false }],
    ['a form is open', [form], { form: { id: 'form_1' } }],
    ['the caller can dismiss the form', [form, { type: 'form-dismissed', id: 'form_1' }], { form: null }],
    [
      'dismissing another form keeps it open',
      [form, { type: 'form-dismissed', id: 'form_0' }],
      { form: { id: 'form_1' } },
    ],
    ['push-to-talk ends the report of sound without words', [noWords, pushToTalk], { hearsNoWords: false }],
    ['a caller who is not understood is offered help', [help], { help: help.offer }],
    ['the help ends when a turn is understood', [help, { type: 'help', offer: null }], { help: null }],
    ['holding the button removes the notice', [pushToTalk, notice, hold], { notice: null }],
    ['switching push-to-talk removes the notice', [notice, pushToTalk], { notice: null }],
    ['typing a line removes the notice', [notice, typed], { notice: null, captions: [{ content: 'Hello' }] }],
    [
      'a microphone that fails removes the notice that it works without noise cancellation',
      [notice, { type: 'microphone', status: { state: 'error', reason: 'unknown' } }],
      { notice: null, microphone: { state: 'error' } },
    ],
    ['a removed line is no longer shown', [line('user', ''), { type: 'line-removed', id: 'user1' }], { captions: [] }],
  ])('%s', (_, events, expected) => {
    expect(after(...LIVE, ...events)).toMatchObject(expected)
  })

  test('an answer that was still being spoken at the end is marked as interrupted', () => {
    const ended = after(...LIVE, line('user', 'What', true), line('assistant', 'A fever', true), hungUp)
    expect(ended.captions).toMatchObject([
      { role: 'user', partial: false, interrupted: false },
      { role: 'assistant', partial: false, interrupted: true },
    ])
  })

  test('events that change nothing return the same state', () => {
    const live = after(...LIVE)
    for (const event of [joined, granted, { type: 'release' }, { type: 'mute', on: false }] as const) {
      expect(callReducer(live, event)).toBe(live)
    }
    const holding = after(...LIVE, pushToTalk, hold)
    expect(callReducer(holding, hold)).toBe(holding)
  })
})

const LASTING = ['captions', 'card', 'isDemo', 'listening', 'phase', 'pushToTalk']
const RUNNING = [...LASTING, 'endsAtMs', 'granted', 'microphone', 'notice']
const FACTS: Record<CallState['phase'], string[]> = {
  idle: [...LASTING, 'resumable'],
  starting: [...RUNNING, 'resumable'],
  live: [...RUNNING, 'assistantSpeaking', 'form', 'hearsNoWords', 'help', 'sound', 'status'],
  ended: [...LASTING, 'alert', 'reason', 'resumable'],
  failed: [...LASTING, 'failure', 'resumable'],
}

const microphones: MicrophoneStatus[] = [
  { state: 'unasked' },
  { state: 'asking' },
  { state: 'granted' },
  { state: 'error', reason: 'blocked' },
]
const anyEvent: fc.Arbitrary<CallEvent> = fc.oneof(
  fc.record({ type: fc.constant('start' as const), goesOn: fc.boolean() }),
  fc.record({ type: fc.constantFrom('mute', 'push-to-talk', 'listen', 'assistant-speaking'), on: fc.boolean() }),
  fc.record({
    type: fc.constant('granted' as const),
    isDemo: fc.constantFrom(true, false, null),
    call: fc.constantFrom(CALL, null),
  }),
  fc.record({ type: fc.constant('ended' as const), reason: fc.constantFrom(...CALL_END_REASONS) }),
  fc.record({ type: fc.constant('microphone' as const), status: fc.constantFrom(...microphones) }),
  fc.record({ type: fc.constantFrom('speech-started', 'speech-ended', 'assistant-finished', 'speech-dismissed') }),
  fc.constantFrom<CallEvent>(joined, hold, { type: 'release' }, typed, noWords, failed, { ...lost, alert: 'Gone' }),
  fc.constantFrom(line('user', 'Hi'), line('user', '', true), line('assistant', 'Yes', true), line('assistant', '')),
  fc.constantFrom<CallEvent>({ type: 'line-removed', id: 'user1' }, { type: 'notice', text: 'Hm' }),
  fc.constantFrom<CallEvent>(form, card, { type: 'form-dismissed', id: 'form_1' }, { type: 'card-closed' }),
)

/**
 * The first fault of a state: fields that do not belong to its phase, or an ending from which the caller cannot go on.
 * Null when there is none.
 */
function faultOf(state: CallState): string | null {
  const facts = Object.keys(state).toSorted().join()
  if (facts !== FACTS[state.phase].toSorted().join()) return `has the facts ${facts}`
  if (state.phase === 'live') {
    const { sound, pushToTalk: byButton, listening } = state
    return sound === 'holding' && !(byButton && listening) ? 'holds a button that is not there' : null
  }
  if (state.phase === 'starting') return null
  if (state.captions.some(({ partial }) => partial)) return 'has a line that grows without a call'
  const next = callReducer(state, goOn)
  if (next.phase !== 'starting' || next.resumable !== state.resumable) return 'cannot be left'
  if (state.phase !== 'ended') return null
  const { brokenOff, nextStep } = endingOf(state)
  if (brokenOff && nextStep === 'none') return 'offers no next step'
  return (nextStep === 'continue') === (state.resumable !== null) ? null : 'offers what it cannot do'
}

test('no sequence of events leads to an impossible state, or to a failure from which the caller cannot go on', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      const states = events.reduce(
        (seen, event) => [...seen, callReducer(seen.at(-1) ?? INITIAL_STATE, event)],
        [INITIAL_STATE],
      )
      expect(states.map(faultOf)).toEqual(states.map(() => null))
    }),
    { numRuns: 500 },
  )
})
