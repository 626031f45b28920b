import type { CallEndReason } from '#contract/realtime.ts'
import type { VoiceId } from '#contract/voices.ts'
import { createActionDialog } from '../actions/action-dialog.ts'
import { createDialogGrammar } from '../actions/dialog-grammar.ts'
import { grammarOf } from '../brain/assistant-grammar.ts'
import type { AdmittedCall, VoiceParts } from '../call-ports.ts'
import type { CallSpending } from '../spending.ts'
import { DEFAULT_ENDPOINTER, type EndpointerOptions } from '../stt/endpointer.ts'
import { createTokenBucket } from '../token-bucket.ts'
import { startCallClock } from './call-clock.ts'
import { activeResponse, INITIAL_STATE, step, type Answered, type CallEffect, type CallEvent, type CallState, type TurnRules } from './call-machine.ts' // oxfmt-ignore
import type { CallOutput, Modality } from './call-output.ts'
import type { CallRecorder } from './call-recorder.ts'
import { createConversation, newId, newItem } from './conversation.ts'
import { createListener } from './listener.ts'
import { NONE_MISUNDERSTOOD, nextMisunderstandings, type TurnReport } from './misunderstandings.ts'
import { createResponder } from './responder.ts'
import { createTurnTimer } from './turn-timer.ts'

export interface CallSessionOptions
  extends
    Pick<AdmittedCall, 'assistant' | 'limitMs' | 'recorder' | 'memory' | 'visitor' | 'actions'>,
    Omit<VoiceParts, 'onFault'> {
  spending: CallSpending
  emit: (output: CallOutput) => void
  /** Called when a part of the engine fails; the call continues. It never receives the caller's words. */
  onFault: (where: string, error: unknown) => void
}

export interface SessionSettings {
  turns: TurnRules
  /** Null for push-to-talk. */
  endpointer: Partial<EndpointerOptions> | null
  voiceId: VoiceId
  modality: Modality
}

/** How long an answer waits after an utterance has ended, in case this was only the first half of a sentence. */
export const PATIENCE_MS: Record<Answered, number> = { understood: 0, unfinished: 1_100, 'not-understood': 600 }

/** Rate limit for utterances that the client ends itself (push-to-talk). */
const COMMITS = { burst: 10, perSecond: 1 }
/** Rate limit for typed lines: above a person's speed, below a program's. */
const TYPED_LINES = { burst: 20, perSecond: 1 }
/** Replaces the greeting in a call that continues an earlier one, in which the caller's last line may have had no answer. */
const CONNECTED_AGAIN = {
  answered: 'We are connected again.',
  unanswered: 'We are connected again. Please repeat what you said last.',
}

const START_OVER_SPEECH_MS = { first: 96, more: 96, most: 384 }

export type CallSession = ReturnType<typeof createCallSession>

/**
 * A live call, independent of its connection: takes audio and typed lines and reports `CallOutput`. It owns everything
 * that it starts.
 */
export function createCallSession(options: CallSessionOptions) {
  const { assistant, emit, onFault, spending, memory = [], visitor } = options
  const recorder: CallRecorder = {
    ...options.recorder,
    line(line) {
      // A user's line always has words that were typed or understood.
      if (line.role === 'user') {
        clock.understood()
        engage()
      }
      options.recorder.line(line)
    },
  }
  const conversation = createConversation(recorder, memory)
  const commits = createTokenBucket(COMMITS)
  const typedLines = createTokenBucket(TYPED_LINES)
  let isEngaged = false
  let settings: SessionSettings = {
    turns: { answersBySelf: true, interruptible: true, pausable: false },
    endpointer: {},
    voiceId: assistant.voiceId,
    modality: 'audio',
  }
  let state: CallState = INITIAL_STATE
  let written: Promise<void> | undefined
  /** How many sounds interrupted this answer but were not speech, for example echo from the loudspeaker. */
  let falseAlarms = 0
  let misunderstandings = NONE_MISUNDERSTOOD

  const clock = startCallClock({
    limitMs: options.limitMs,
    isVisitor: visitor !== undefined,
    onTimeLeft: (remainingMs) => emit({ type: 'time-left', remainingMs }),
    onHeartbeat: (durationMs) => recorder.heartbeat(durationMs),
    onEnd: (reason) => dispatch({ type: 'end', reason }),
  })
  const nowMs = () => clock.durationMs()

  const dialog =
    options.actions &&
    createActionDialog({
      actions: options.actions,
      onForm(form) {
        clock.waitForForm(form !== null)
        emit({ type: 'form', form })
      },
      onCard: ({ title, text = null, url = null, imageUrl = null }) =>
        emit({ type: 'card', card: { title, text, url, imageUrl } }),
    })
  const grammar = grammarOf(assistant)
  const grammarNow = dialog && createDialogGrammar(grammar, dialog.tools)

  const currentGrammar = () => (dialog && grammarNow ? grammarNow(dialog.moment()) : grammar)
  const over = new AbortController()
  options.recogniser.warm(currentGrammar(), over.signal).catch((error: unknown) => onFault('warm-up', error))

  const listener = createListener({
    recogniser: options.recogniser,
    grammar: currentGrammar,
    spending,
    conversation,
    nowMs,
    emit,
    dispatch,
    onUnclear: (clarity) => report({ type: 'heard', clarity }),
    onFault,
  })

  const responder = createResponder({
    assistant,
    greeting:
      memory.length > 0
        ? CONNECTED_AGAIN[memory.at(-1)?.role === 'user' ? 'unanswered' : 'answered']
        : assistant.firstMessage,
    spending,
    brain: options.brain,
    actions: dialog,
    synthesiser: options.synthesiser,
    conversation,
    nowMs,
    emit,
    settled: () => listener.settled(),
    onBegan(response, greets) {
      if (!greets) {
        clock.heard()
        engage()
      }
      dispatch({ type: 'audio-began', response })
    },
    onTurn: report,
    onFinished(response) {
      dispatch({ type: 'response-finished', response })
      // Prepares the grammar for the caller's possible replies while the caller is thinking.
      if (dialog) options.recogniser.warm(currentGrammar()).catch((error: unknown) => onFault('warm-up', error))
    },
    onFault,
  })

  function report(turn: TurnReport): void {
    if (turn.type === 'turn') {
      const position = conversation.positionOf(turn.itemId)
      if (position !== undefined) recorder.turn({ position, outcome: turn.outcome, said: turn.text })
    }
    const { offer } = misunderstandings
    misunderstandings = nextMisunderstandings(misunderstandings, turn)
    if (misunderstandings.offer !== offer) emit({ type: 'help', offer: misunderstandings.offer })
  }

  function engage(): void {
    if (isEngaged) return
    isEngaged = true
    visitor?.onEngaged(nowMs())
  }

  function dispatch(reported: CallEvent): void {
    // During an answer about an emergency, sounds that are not understood, such as screams and noise, do not interrupt;
    // understood words do.
    const isNoise = reported.type === 'recognised' && reported.verdict === 'not-understood' && responder.isUrgent()
    const event: CallEvent = isNoise ? { ...reported, verdict: 'backchannel' } : reported
    const next = step(state, event, settings.turns)
    state = next.state
    clock.stir()
    if (event.type === 'speech-started') clock.heard()
    if (event.type === 'recognised' && event.verdict === 'nothing') falseAlarms += 1
    listener.setStartMs(startMsFor(state))
    listener.setAssistantSpeaks(state.phase === 'speaking')
    for (const effect of next.effects) perform(effect)
  }

  /** While the assistant speaks, a sound must last longer to count as speech, and longer still after a false alarm. */
  function startMsFor({ phase }: CallState): number {
    if (phase !== 'speaking') return DEFAULT_ENDPOINTER.startMs
    return Math.min(START_OVER_SPEECH_MS.most, START_OVER_SPEECH_MS.first + falseAlarms * START_OVER_SPEECH_MS.more)
  }

  function perform(effect: CallEffect): void {
    switch (effect.type) {
      case 'open-ears':
        return listener.open(effect.utterance, effect.continues, responder.justPlayed())
      case 'finish-ears':
        return listener.finish(effect.utterance)
      case 'drop-ears':
        return listener.drop(effect.utterance)
      case 'forget-utterance':
        return listener.forget(effect.utterance)
      case 'start-response': {
        falseAlarms = 0
        const { to, response } = effect
        const timer = (to.by === 'speech' && listener.timerOf(to.utterance)) || createTurnTimer(performance.now())
        const patienceMs = to.by === 'speech' ? PATIENCE_MS[to.verdict] : 0
        const { voiceId, modality } = settings
        return responder.start(response, { timer, voiceId, modality, patienceMs })
      }
      case 'hold-response':
        return responder.hold(effect.response)
      case 'resume-response':
        return responder.resume(effect.response)
      case 'cancel-response':
        return responder.cancel(effect.response, effect.because)
      case 'close':
        clock.stop()
        over.abort()
        listener.close()
        emit({ type: 'ended', reason: effect.reason, durationMs: clock.durationMs() })
        written = recorder.ended(effect.reason, clock.durationMs())
    }
  }

  function addTyped(itemId: string | undefined, text: string): 'added' | 'refused' | 'too-fast' {
    if (conversation.isFull() || (itemId !== undefined && conversation.isKnown(itemId))) return 'refused'
    if (!typedLines.take()) return 'too-fast'
    const item = newItem({ id: itemId, role: 'user', by: 'typing', atMs: nowMs() })
    item.content = text
    item.complete = true
    const previousItemId = conversation.add(item)
    emit({ type: 'item-added', item, previousItemId })
    conversation.save(item)
    return 'added'
  }

  return {
    settings: (): Readonly<SessionSettings> => settings,
    configure(patch: Partial<SessionSettings>): void {
      settings = { ...settings, ...patch }
      if (patch.endpointer !== undefined) listener.configure(patch.endpointer)
    },
    /** 24 kHz mono. */
    appendAudio: (samples: Float32Array) => listener.appendAudio(samples),
    /** Push-to-talk: ends the utterance. `empty` if no audio was sent. */
    commitAudio(): 'committed' | 'empty' | 'too-fast' {
      if (!commits.take()) return 'too-fast'
      return listener.commit() ? 'committed' : 'empty'
    },
    clearAudio: () => listener.clear(),
    /** The microphone was muted: what the caller has begun to say ends here and is answered. */
    endAudio: () => listener.endNow(),
    /** `refused` if the id was used before or the conversation is full. */
    addTyped,
    /** False if another answer is active. */
    requestResponse(): boolean {
      if (activeResponse(state) !== undefined) return false
      dispatch({ type: 'response-requested', response: newId('resp') })
      return true
    },
    cancelResponse(): boolean {
      if (activeResponse(state) === undefined) return false
      dispatch({ type: 'cancel-requested' })
      return true
    },
    find: (itemId: string) => conversation.find(itemId),
    remove: (itemId: string) => conversation.remove(itemId),
    /** Reports how much of an answer the caller really heard. False for an item that is not a spoken answer. */
    truncate: (itemId: string, audioEndMs: number) => responder.truncate(itemId, audioEndMs),
    playbackStarted: (itemId: string) => responder.playbackStarted(itemId),
    playbackPaused: (itemId: string, playedMs: number) => responder.playbackPaused(itemId, playedMs),
    /** False if no form with this id is open, or nothing was filled in. */
    submitForm(id: string, values: Readonly<Record<string, string>>): boolean {
      const line = dialog?.submit(id, values)
      if (line === undefined || addTyped(undefined, line) !== 'added') return false
      dispatch({ type: 'response-requested', response: newId('resp') })
      return true
    },
    dismissForm: (id: string) => dialog?.dismiss(id),
    durationMs: nowMs,
    /** Sets the limit, counted from the start of the call, when it becomes known or changes; null for no limit. */
    setLimit: (limitMs: number | null) => clock.setLimit(limitMs),
    /** Idempotent. Resolves once the record is written. */
    async end(reason: CallEndReason): Promise<void> {
      dispatch({ type: 'end', reason })
      await written
    },
  }
}
