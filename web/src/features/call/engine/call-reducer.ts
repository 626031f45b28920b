import { mayBeResumed } from './call-endings.ts'
import type {
  CallEvent,
  CallState,
  Lasting,
  LiveCall,
  LiveStatus,
  Running,
  StartingCall,
  TurnEvent,
} from './call-state.ts'
import { callersLine, closedLines, withLine, withoutLine } from './captions.ts'
import { WITHOUT_NOISE_CANCELLATION } from './microphone-status.ts'

/** Returns the same object when nothing changes. Events that do not belong to a phase are ignored. */
export function callReducer(state: CallState, event: CallEvent): CallState {
  // TypeScript cannot infer that a transition found by phase and event type accepts that state and that event.
  const transition = TRANSITIONS[state.phase][event.type] as
    | ((state: CallState, event: CallEvent) => CallState)
    | undefined
  return transition?.(state, event) ?? state
}

type Transitions<State> = {
  readonly [Type in CallEvent['type']]?: (state: State, event: Extract<CallEvent, { type: Type }>) => CallState
}

/** What the caller may do in any phase: change settings, close a card. */
const WISHES: Transitions<CallState> = {
  'push-to-talk': (state, { on }) => patched(state, { pushToTalk: on }),
  listen: (state, { on }) => patched(state, { listening: on }),
  'card-closed': (state) => patched(state, { card: null }),
}

const OFF: Transitions<Exclude<CallState, StartingCall | LiveCall>> = {
  ...WISHES,
  start({ pushToTalk, listening, ...latest }, { goesOn }) {
    const resumable = goesOn ? latest.resumable : null
    // The captions and the card of the continued call stay visible.
    const { captions, card } = resumable === null ? { captions: [], card: null } : latest
    const running: Running = { microphone: { state: 'unasked' }, endsAtMs: null, notice: null, granted: null }
    return { phase: 'starting', pushToTalk, listening, captions, card, isDemo: null, resumable, ...running }
  },
}

const RUNNING: Transitions<StartingCall | LiveCall> = {
  ...WISHES,
  limit: (state, { endsAtMs }) => patched(state, { endsAtMs }),
  notice: (state, { text }) => patched(state, { notice: text }),
  microphone(state, { status }) {
    // The notice that the microphone works without noise cancellation is outdated once the microphone fails.
    const isOutdated = status.state === 'error' && state.notice === WITHOUT_NOISE_CANCELLATION
    return patched(state, { microphone: status, notice: isOutdated ? null : state.notice })
  },
}

const STARTING: Transitions<StartingCall> = {
  ...RUNNING,
  granted: (state, { isDemo, call }) => patched(state, { isDemo, granted: call }),
  joined(state) {
    const { microphone, endsAtMs, notice, granted } = state
    const turn = {
      status: 'connected',
      assistantSpeaking: false,
      sound: 'open',
      hearsNoWords: false,
      help: null,
      form: null,
    } as const
    return { ...lastingOf(state), phase: 'live', microphone, endsAtMs, notice, granted, ...turn }
  },
  failed: (state, { failure }) => ({ ...lastingOf(state), phase: 'failed', failure, resumable: state.resumable }),
  ended: (state) => ({ ...lastingOf(state), phase: 'idle', resumable: state.resumable }),
}

const LIVE: Transitions<LiveCall> = {
  ...RUNNING,
  failed: (state, { failure }) => ({ ...lastingOf(state), phase: 'failed', failure, resumable: null }),
  ended(state, { reason, alert }) {
    const resumable = mayBeResumed(reason) ? state.granted : null
    return { ...lastingOf(state), phase: 'ended', reason, alert: alert ?? null, resumable }
  },

  'speech-started': nextTurn,
  'speech-ended': nextTurn,
  'assistant-finished': nextTurn,
  'speech-dismissed': nextTurn,
  'assistant-speaking': (state, { on }) => patched(state, { assistantSpeaking: on }),

  mute(state, { on }) {
    if ((state.sound === 'muted') === on) return state
    return { ...state, sound: on ? 'muted' : 'open', hearsNoWords: false }
  },
  'push-to-talk'(state, { on }) {
    if (state.pushToTalk === on) return state
    return { ...state, pushToTalk: on, sound: letGo(state.sound), notice: null, hearsNoWords: false }
  },
  hold(state) {
    if (!state.pushToTalk || !state.listening || state.sound !== 'open') return state
    return { ...state, sound: 'holding', notice: null }
  },
  release: (state) => patched(state, { sound: letGo(state.sound) }),
  listen: (state, { on }) => patched(state, { listening: on, sound: on ? state.sound : letGo(state.sound) }),

  typed(state, { id, text }) {
    const captions = withLine(state.captions, callersLine(id, text))
    return { ...state, captions, status: 'processing', notice: null, hearsNoWords: false }
  },
  line(state, { line }) {
    const isUnderstood = line.role === 'user' && !line.partial && line.content !== ''
    const hearsNoWords = state.hearsNoWords && !isUnderstood
    return patched(state, { captions: withLine(state.captions, line), hearsNoWords })
  },
  'line-removed': (state, { id }) => patched(state, { captions: withoutLine(state.captions, id) }),
  'no-words': (state) => patched(state, { hearsNoWords: true }),
  help: (state, { offer }) => patched(state, { help: offer }),
  form: (state, { form }) => patched(state, { form }),
  'form-dismissed': (state, { id }) => (state.form?.id === id ? { ...state, form: null } : state),
  card: (state, { card }) => patched(state, { card }),
}

const TRANSITIONS: { [Phase in CallState['phase']]: Transitions<Extract<CallState, { phase: Phase }>> } = {
  idle: OFF,
  starting: STARTING,
  live: LIVE,
  ended: OFF,
  failed: OFF,
}

const NEXT_FROM_ANY: Record<TurnEvent, LiveStatus> = {
  'speech-started': 'user-speaking',
  'speech-ended': 'processing',
  'assistant-finished': 'listening',
  'speech-dismissed': 'listening',
}

const NEXT_STATUS: Record<LiveStatus, Record<TurnEvent, LiveStatus>> = {
  connected: { ...NEXT_FROM_ANY, 'speech-dismissed': 'connected' },
  // A caller who is speaking stays the current speaker when the assistant finishes.
  'user-speaking': { ...NEXT_FROM_ANY, 'assistant-finished': 'user-speaking' },
  processing: NEXT_FROM_ANY,
  listening: NEXT_FROM_ANY,
}

function nextTurn(state: LiveCall, { type }: { type: TurnEvent }): LiveCall {
  return patched(state, { status: NEXT_STATUS[state.status][type] })
}

function letGo(sound: LiveCall['sound']): LiveCall['sound'] {
  return sound === 'holding' ? 'open' : sound
}

/** The part of the state that outlasts a call. */
function lastingOf({ pushToTalk, listening, captions, isDemo, card }: StartingCall | LiveCall): Lasting {
  return { pushToTalk, listening, captions: closedLines(captions), isDemo, card }
}

function patched<State extends CallState>(state: State, patch: Partial<State>): State {
  const changes = Object.entries(patch).some(([key, value]) => state[key as keyof State] !== value)
  return changes ? { ...state, ...patch } : state
}
