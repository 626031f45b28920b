import type { CallEndReason } from '#contract/realtime.ts'

/**
 * Turn-taking of a call, as a pure state machine: the session carries out the effects and reports events.
 *
 *              speech            silence              words               first sound
 *   waiting ──────────▶ hearing ─────────▶ understanding ──────▶ answering ───────────▶ speaking
 *      ▲                 │   ▲                  │   nothing said    │                      │
 *      │◀────────────────┘   │                  ├──────────────────▶ back to what was held, │
 *      │      given up       │                  │                   or to waiting          │
 *      │                     └──────────────────┴────────── speech ─┴──────────────────────┤
 *      │                        the answer is held (or cancelled) while the person speaks  │
 *      └◀─────────────────────────────── everything was played ────────────────────────────┘
 *
 *   any ── end ──▶ ended(reason)
 */
export type CallState =
  | { phase: 'waiting' }
  | { phase: 'hearing'; utterance: string; held: Held | undefined }
  | {
      phase: 'understanding'
      utterance: string
      held: Held | undefined
      /** Whether it is answered without a request, by the rules under which it was said. */
      isAnswered: boolean
    }
  | { phase: 'answering'; response: string; to: Asked }
  | { phase: 'speaking'; response: string; to: Asked }
  | { phase: 'ended'; reason: CallEndReason }

/** An answer that is paused, possibly before its first word, until the caller's interruption has been understood. */
interface Held {
  response: string
  began: boolean
  to: Asked
}

/** What an answer responds to. An utterance that was not understood or is unfinished may be the first half of a sentence. */
type Asked = { by: 'request' } | { by: 'speech'; utterance: string; verdict: Answered }

/** The judgement on a stretch of speech; see `judgeUtterance`. */
export type Verdict = Answered | 'backchannel' | 'nothing'
/** The judgements that lead to an answer. `unfinished`: the words end in the middle of a sentence. */
export type Answered = 'understood' | 'unfinished' | 'not-understood'

export type CallEvent =
  | { type: 'speech-started'; utterance: string; gapMs: number }
  | { type: 'speech-stopped' }
  | { type: 'recognised'; utterance: string; verdict: Verdict; response: string }
  | { type: 'input-cleared' }
  | { type: 'response-requested'; response: string }
  | { type: 'audio-began'; response: string }
  | { type: 'response-finished'; response: string }
  | { type: 'cancel-requested' }
  | { type: 'end'; reason: CallEndReason }

export type CallEffect =
  | { type: 'open-ears'; utterance: string; continues: string | undefined }
  | { type: 'finish-ears'; utterance: string }
  | { type: 'drop-ears'; utterance: string }
  | { type: 'forget-utterance'; utterance: string }
  | { type: 'start-response'; response: string; to: Asked }
  | { type: 'hold-response'; response: string }
  | { type: 'resume-response'; response: string }
  | { type: 'cancel-response'; response: string; because: 'speech' | 'request' }
  | { type: 'close'; reason: CallEndReason }

/** The client's settings for turn-taking. */
export interface TurnRules {
  /** Whether utterances are answered without a request from the client. */
  answersBySelf: boolean
  /** Whether the caller can interrupt; if not, every answer is played to its end. */
  interruptible: boolean
  /** Whether the client's player can pause and resume; if not, every interruption is final. */
  pausable: boolean
}

interface Step {
  state: CallState
  effects: CallEffect[]
}

/**
 * Longest pause within a sentence. If the caller speaks again within it, an utterance that was not understood
 * completely is continued.
 */
export const SAME_SENTENCE_GAP_MS = 1_500

export const INITIAL_STATE: CallState = { phase: 'waiting' }

export function step(state: CallState, event: CallEvent, rules: TurnRules): Step {
  if (state.phase === 'ended') return stay(state)
  switch (event.type) {
    case 'speech-started':
      return onSpeechStarted(state, event, rules)
    case 'speech-stopped':
      if (state.phase !== 'hearing') return stay(state)
      return to(
        { ...state, phase: 'understanding', isAnswered: rules.answersBySelf },
        { type: 'finish-ears', utterance: state.utterance },
      )
    case 'recognised':
      return onRecognised(state, event)
    case 'input-cleared':
      // Speech that has ended is in the conversation already.
      return state.phase === 'hearing'
        ? back(state.held, { type: 'drop-ears', utterance: state.utterance })
        : stay(state)
    case 'response-requested':
      return answer(event.response, { by: 'request' }, ...silence(state))
    case 'audio-began':
      return state.phase === 'answering' && state.response === event.response
        ? to({ ...state, phase: 'speaking' })
        : stay(state)
    case 'response-finished':
      return onResponseFinished(state, event.response)
    case 'cancel-requested':
      return onCancelRequested(state)
    case 'end':
      return to({ phase: 'ended', reason: event.reason }, ...silence(state), { type: 'close', reason: event.reason })
  }
}

/** The response that is being prepared, spoken or held; meanwhile, the client can't request another. */
export function activeResponse(state: CallState): string | undefined {
  if (state.phase === 'answering' || state.phase === 'speaking') return state.response
  return isHearing(state) ? state.held?.response : undefined
}

function onSpeechStarted(
  state: CallState,
  event: Extract<CallEvent, { type: 'speech-started' }>,
  rules: TurnRules,
): Step {
  const { utterance } = event
  const open = (continues?: string): CallEffect => ({ type: 'open-ears', utterance, continues })
  const goesOn = event.gapMs <= SAME_SENTENCE_GAP_MS

  switch (state.phase) {
    case 'waiting':
      return to({ phase: 'hearing', utterance, held: undefined }, open())
    case 'understanding':
      return to({ phase: 'hearing', utterance, held: state.held }, open(goesOn ? state.utterance : undefined))
    case 'answering':
    case 'speaking': {
      if (!rules.interruptible) return stay(state)
      const { response, to: asked } = state
      const began = state.phase === 'speaking'
      // The answer was for an utterance that was not understood or is unfinished; the caller now says the rest of it.
      const isRestOfSentence = asked.by === 'speech' && asked.verdict !== 'understood' && goesOn
      // If the answer has not begun, nothing of it was sent, so even a client that can't pause can wait for it.
      if (isRestOfSentence || (began && !rules.pausable)) {
        return to(
          { phase: 'hearing', utterance, held: undefined },
          { type: 'cancel-response', response, because: 'speech' },
          open(isRestOfSentence ? asked.utterance : undefined),
        )
      }
      const held: Held = { response, began, to: asked }
      return to({ phase: 'hearing', utterance, held }, { type: 'hold-response', response }, open())
    }
    case 'hearing':
    case 'ended':
      return stay(state)
  }
}

function onRecognised(state: CallState, event: Extract<CallEvent, { type: 'recognised' }>): Step {
  // A later utterance has replaced this one, which stays in the record and is not answered.
  if (state.phase !== 'understanding' || state.utterance !== event.utterance) return stay(state)

  const { held, utterance } = state
  if (event.verdict === 'nothing') return back(held, { type: 'forget-utterance', utterance })
  if (event.verdict === 'backchannel') return back(held)

  const cancel: CallEffect[] = held ? [{ type: 'cancel-response', response: held.response, because: 'speech' }] : []
  if (!state.isAnswered) return to({ phase: 'waiting' }, ...cancel)
  return answer(event.response, { by: 'speech', utterance, verdict: event.verdict }, ...cancel)
}

function onResponseFinished(state: CallState, response: string): Step {
  if (activeResponse(state) !== response) return stay(state)
  return isHearing(state) ? to({ ...state, held: undefined }) : to({ phase: 'waiting' })
}

function onCancelRequested(state: CallState): Step {
  const response = activeResponse(state)
  if (response === undefined) return stay(state)
  const cancel: CallEffect = { type: 'cancel-response', response, because: 'request' }
  return isHearing(state) ? to({ ...state, held: undefined }, cancel) : to({ phase: 'waiting' }, cancel)
}

/** Stops listening and speaking. */
function silence(state: CallState): CallEffect[] {
  const response = activeResponse(state)
  return [
    ...(isHearing(state) ? [{ type: 'drop-ears', utterance: state.utterance } as const] : []),
    ...(response === undefined ? [] : [{ type: 'cancel-response', response, because: 'request' } as const]),
  ]
}

function answer(response: string, asked: Asked, ...before: CallEffect[]): Step {
  return to({ phase: 'answering', response, to: asked }, ...before, { type: 'start-response', response, to: asked })
}

/** Resumes the answer that was held, or waits if there is none. */
function back(held: Held | undefined, ...effects: CallEffect[]): Step {
  if (!held) return to({ phase: 'waiting' }, ...effects)
  const { response, began } = held
  const state: CallState = { phase: began ? 'speaking' : 'answering', response, to: held.to }
  return to(state, ...effects, { type: 'resume-response', response })
}

function isHearing(state: CallState): state is Extract<CallState, { phase: 'hearing' | 'understanding' }> {
  return state.phase === 'hearing' || state.phase === 'understanding'
}

function to(state: CallState, ...effects: CallEffect[]): Step {
  return { state, effects }
}

function stay(state: CallState): Step {
  return { state, effects: [] }
}
