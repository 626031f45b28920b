import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CALL_END_REASONS } from '#contract/realtime.ts'
import {
  transition,
  type CallEffect,
  type CallEvent,
  type CallState,
  type CallStep,
  type CallTerms,
} from './call-transition.ts'

const T0 = Date.UTC(2026, 10, 22, 12)
const at = (ms: number) => new Date(T0 + ms)
const EXPIRES_MS = 60_000
const CREATED: CallState = { status: 'created', expiresAt: at(EXPIRES_MS), chargedFromMs: null }
const BUILT_IN: CallTerms = { engine: 'builtin', limitMs: 60_000, charged: 'never' }
const AT_VAPI: CallTerms = { engine: 'vapi', limitMs: null, charged: 'from-start' }

const termsArbitrary = fc.record<CallTerms>({
  engine: fc.constantFrom('builtin', 'vapi'),
  limitMs: fc.constantFrom(null, 60_000),
  charged: fc.constantFrom('never', 'from-start', 'from-first-words'),
})
const upToMs = fc.integer({ min: 0, max: 200_000 })
const moment = upToMs.map(at)
const eventArbitrary = fc.oneof<fc.Arbitrary<CallEvent>[]>(
  fc.record({ type: fc.constant('joined'), at: moment, isUnpaid: fc.boolean() }),
  fc.record({ type: fc.constant('beat'), at: moment, durationMs: upToMs }),
  fc.record({ type: fc.constant('engaged'), atMs: upToMs }),
  fc.record({
    type: fc.constant('ended'),
    reason: fc.constantFrom('person-ended', 'idle', 'limit-reached'),
    at: moment,
    durationMs: upToMs,
  }),
  fc.record({ type: fc.constant('lost'), silentSince: moment }),
  fc.record({ type: fc.constant('continued'), at: moment, byId: fc.constantFrom('call_a', 'call_b') }),
  fc.record({ type: fc.constant('expired'), at: moment }),
  fc.record({ type: fc.constant('withdrawn') }),
)
/** All steps of a history: each state with the event and the effects that led to it. */
function play(terms: CallTerms, events: readonly CallEvent[], from: CallState = CREATED) {
  const steps: (CallStep & { before: CallState; event: CallEvent })[] = []
  let before = from
  for (const event of events) {
    const step = transition(terms, before, event)
    steps.push({ ...step, before, event })
    before = step.state
  }
  return { steps, last: before, effects: steps.flatMap(({ effects }) => effects) }
}

const isType =
  <Type extends CallEffect['type']>(type: Type) =>
  (effect: CallEffect): effect is Extract<CallEffect, { type: Type }> =>
    effect.type === type

const MAY_LEAD_TO: Record<CallState['status'], CallState['status'][]> = {
  created: ['created', 'live', 'expired'],
  live: ['live', 'ended'],
  ended: ['ended'],
  expired: ['expired', 'live'],
}

type History = [CallTerms, CallEvent[]]

const history = fc.tuple(termsArbitrary, fc.array(eventArbitrary, { maxLength: 25, size: 'max' }))
const HISTORIES = { numRuns: 1_000 }

function assertAlways(holds: (history: History) => void): void {
  fc.assert(fc.property(history, holds), HISTORIES)
}

/** A counterexample: a history with a step for which `isGood` is false; null if none is found. */
function badHistory(isGood: (step: ReturnType<typeof play>['steps'][number], terms: CallTerms) => boolean) {
  const areGood = ([terms, events]: History) => play(terms, events).steps.every((step) => isGood(step, terms))
  return fc.check(fc.property(history, areGood), HISTORIES).counterexample
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

describe('any history', () => {
  it('makes only the transitions of the state diagram, and revives expired calls only at Vapi', () => {
    expect(
      badHistory(
        ({ before, state }, { engine }) =>
          MAY_LEAD_TO[before.status].includes(state.status) &&
          !(engine === 'builtin' && before.status === 'expired' && state.status === 'live'),
      ),
    ).toBeNull()
  })

  it('keeps its first end and first charge, and its duration never shrinks', () => {
    expect(
      badHistory(
        ({ before, state }) =>
          (before.status !== 'ended' || isSame({ ...state, continuedById: '' }, { ...before, continuedById: '' })) &&
          (before.chargedFromMs === null || before.chargedFromMs === state.chargedFromMs) &&
          (before.status !== 'live' || state.status !== 'live' || before.durationMs <= state.durationMs),
      ),
    ).toBeNull()
  })

  it('reserves one budget at a time and settles each once, so that an ended call holds none', () => {
    assertAlways(([terms, events]) => {
      // For a call at Vapi the budget is reserved with the grant.
      let isHeld = terms.engine === 'vapi'
      for (const { effects, state } of play(terms, events).steps) {
        for (const { type } of effects) {
          if (type === 'take-minutes' || type === 'check-place') continue
          expect(isHeld).toBe(type === 'settle' || type === 'release-budget')
          isHeld = !isHeld
        }
        expect(isHeld).toBe(state.status === 'live' || (state.status === 'created' && terms.engine === 'vapi'))
      }
    })
  })

  it('takes a plan’s minutes at most once, and bills exactly the time since charging began', () => {
    assertAlways(([terms, events]) => {
      const { effects, last } = play(terms, events)
      const taken = effects.filter(isType('take-minutes')).length
      expect(taken).toBe(last.chargedFromMs === null ? 0 : 1)
      expect(taken === 0 || terms.charged !== 'never').toBe(true)
      const chargedMs = last.status === 'ended' ? last.durationMs - (last.chargedFromMs ?? last.durationMs) : 0
      const billedMs = effects.filter(isType('settle')).reduce((sum, settled) => sum + settled.billedMs, 0)
      expect(billedMs).toBe(Math.max(0, chargedMs))
    })
  })

  it('stays the same if every event is repeated', () => {
    assertAlways(([terms, events]) => {
      const once = play(terms, events)
      const twice = play(
        terms,
        events.flatMap((event) => [event, event]),
      )
      expect([twice.last, twice.effects]).toEqual([once.last, once.effects])
    })
  })
})

describe('reports from Vapi', () => {
  it('bill the reported duration once, even if they are reordered, late or repeated', () => {
    const joined: CallEvent = { type: 'joined', at: at(5_000) }
    const status = [joined, { type: 'beat', at: at(15_000), durationMs: 10_000 } as const]
    const report = [joined, { type: 'ended', reason: 'person-ended', at: at(305_000), durationMs: 300_000 } as const]
    const late: CallEvent[] = [{ type: 'expired', at: at(EXPIRES_MS) }]
    const orders = fc
      .array(fc.constantFrom<CallEvent[]>(status, report, late), { maxLength: 8 })
      .filter((order) => order.includes(report))
    fc.assert(
      fc.property(orders, (order) => {
        const { last, effects } = play(AT_VAPI, order.flat())
        expect(last).toMatchObject({ status: 'ended', reason: 'person-ended', durationMs: 300_000 })
        const billed = effects.filter(isType('settle')).reduce((sum, { billedMs }) => sum + billedMs, 0)
        expect(billed).toBe(300_000)
      }),
    )
  })

  it('bill nothing for a call that runs although no minutes are left', () => {
    const { effects } = play(AT_VAPI, [
      { type: 'joined', at: at(0), isUnpaid: true },
      { type: 'ended', reason: 'person-ended', at: at(9_000), durationMs: 9_000 },
    ])
    expect(effects).toEqual([{ type: 'check-place' }, { type: 'settle', durationMs: 9_000, billedMs: 0 }])
  })
})

describe('a token', () => {
  it.each<[string, CallTerms, number, CallState['status']]>([
    ['is valid until it expires', BUILT_IN, EXPIRES_MS - 1, 'live'],
    ['is invalid from then on', BUILT_IN, EXPIRES_MS, 'created'],
    ['stays valid for a call at Vapi, which begins without asking', AT_VAPI, EXPIRES_MS, 'live'],
  ])('%s', (_, terms, ms, status) => {
    expect(transition(terms, CREATED, { type: 'joined', at: at(ms) }).state.status).toBe(status)
  })
})

it('a grant expires when its token does, and not before', () => {
  const expire = (ms: number) => transition(BUILT_IN, CREATED, { type: 'expired', at: at(ms) }).state
  expect(expire(EXPIRES_MS - 1)).toBe(CREATED)
  expect(expire(EXPIRES_MS).status).toBe('expired')
})

describe('a call that is continued in another one', () => {
  const live = (heartbeatMs: number): CallState => ({
    status: 'live',
    startedAt: at(0),
    heartbeatAt: at(heartbeatMs),
    durationMs: heartbeatMs,
    chargedFromMs: null,
  })
  const goOn = (terms: CallTerms, state: CallState, ms: number) =>
    transition(terms, state, { type: 'continued', at: at(ms), byId: 'call_b' }).state

  it.each([
    ['ends when it is continued', 20_000, 24_000, 24_000],
    ['of a process that died ends soon after its last heartbeat', 20_000, 100_000, 30_000],
  ])('%s', (_, heartbeatMs, atMs, durationMs) => {
    const ended = { status: 'ended', reason: 'connection-lost', durationMs, continuedById: 'call_b' }
    expect(goOn(BUILT_IN, live(heartbeatMs), atMs)).toMatchObject(ended)
  })

  it.each(CALL_END_REASONS)('must not have ended for good, as after %s', (reason) => {
    const ended = transition(BUILT_IN, live(0), { type: 'ended', reason, at: at(0), durationMs: 20_000 }).state
    // What the server itself ends for good is not interrupted.
    const isForGood = ['limit-reached', 'idle', 'silent', 'host-ended', 'access-ended'].includes(reason)
    expect(goOn(BUILT_IN, ended, 1_000) === ended).toBe(isForGood)
  })

  it('must have ended less than two minutes ago, have time left, and not be at Vapi', () => {
    const ended = (durationMs: number): CallState => {
      return transition(BUILT_IN, live(0), { type: 'ended', reason: 'connection-lost', at: at(0), durationMs }).state
    }
    const goesOn = (terms: CallTerms, state: CallState, ms: number) => goOn(terms, state, ms) !== state
    expect([119_999, 120_000].map((ms) => goesOn(BUILT_IN, ended(20_000), ms))).toEqual([true, false])
    expect([59_999, 60_000].map((durationMs) => goesOn(BUILT_IN, ended(durationMs), 1_000))).toEqual([true, false])
    expect(goesOn(AT_VAPI, ended(20_000), 1_000)).toBe(false)
    expect(goesOn(BUILT_IN, CREATED, 1_000)).toBe(false)
  })
})

it('a call counts as lost only without heartbeats, and never at Vapi', () => {
  const live: CallState = {
    status: 'live',
    startedAt: at(0),
    heartbeatAt: at(35_000),
    durationMs: 35_000,
    chargedFromMs: 5_000,
  }
  const lost = (terms: CallTerms, ms: number) => transition(terms, live, { type: 'lost', silentSince: at(ms) })
  expect(lost(BUILT_IN, 34_999).state).toBe(live)
  expect(lost(AT_VAPI, 90_000).state).toBe(live)
  expect(lost(BUILT_IN, 35_000)).toMatchObject({
    state: { status: 'ended', reason: 'server-lost', endedAt: at(35_000) },
    effects: [{ type: 'settle', durationMs: 35_000, billedMs: 30_000 }],
  })
})
