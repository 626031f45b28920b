import type { CallEndReason } from '#contract/realtime.ts'
import { encodePcm16Base64 } from '../audio/pcm16.ts'
import {
  beginAttempt,
  type AttemptEvents,
  type BuiltinCallDeps,
  type CallAttempt,
  type CallToResume,
} from './call-attempt.ts'
import { mayBeResumed, startFailureOf } from './call-problem.ts'
import { createCallViewStore } from './call-view.ts'
import { withoutLine, withPersonsWords } from './captions.ts'
import { createConnectionWatch } from './connection-watch.ts'
import { createEmitter } from './emitter.ts'
import { handleServerEvent, type ServerEventHandlers } from './server-event-handlers.ts'
import { createTalkButton } from './talk-button.ts'
import { createStalledWatch } from './stalled-watch.ts'
import { INITIAL_VIEW, type VoiceCall, type VoiceCallEvents } from './voice-call.ts'

/** Answers to what was done twice or a moment too late; nothing that a person should hear of. */
const HARMLESS_ERRORS: ReadonlySet<string> = new Set([
  'response_cancel_not_active',
  'input_audio_buffer_commit_empty',
  'item_not_found',
])
const BUSY_ANSWERING = 'conversation_already_has_active_response'

/** A call on the built-in engine, over `WS /v1/realtime`. */
export function createBuiltinCall(deps: BuiltinCallDeps): VoiceCall {
  const emitter = createEmitter<VoiceCallEvents>()
  const view = createCallViewStore(() => emitter.emit('change', null))
  let attempt: CallAttempt | null = null
  let joinedAtMs = 0
  let listening = true
  let typedItems = 0
  /** The call that the server has granted, and the one before it if that broke off and may go on. */
  let granted: CallToResume | null = null
  let brokenOff: CallToResume | null = null

  const talkButton = createTalkButton({
    send: (event) => attempt?.send(event),
    onHolding(holding) {
      view.set({ holding })
      if (holding) view.advance('speech-started')
    },
    onSaid: () => view.advance('speech-ended'),
    onTooShort() {
      view.advance('speech-dismissed')
      view.set({ notice: 'Hold the button for as long as you speak, then let go.' })
    },
  })
  const stalled = createStalledWatch(() => view.advance('speech-dismissed'))
  const connection = createConnectionWatch({
    ping: () => attempt?.send({ type: 'voxhall.ping' }),
    onLost: () => finish('connection-lost'),
    onOffline: deps.onOffline,
  })

  function onFrame(frame: Int16Array): void {
    const { phase, muted, pushToTalk } = view.get()
    if (phase !== 'live' || muted || !listening) return
    if (pushToTalk && !talkButton.takesFrame()) return
    attempt?.send({ type: 'input_audio_buffer.append', audio: encodePcm16Base64(frame) })
  }

  const handlers: ServerEventHandlers = {
    'voxhall.call.started'({ limit_ms }) {
      setTimeLeft(limit_ms)
      // A server that says so is ours, and answers pings.
      connection.start()
    },
    'voxhall.call.time_left': ({ remaining_ms }) => setTimeLeft(remaining_ms),
    'voxhall.call.ended': ({ reason, duration_ms }) => finish(reason, duration_ms),
    'input_audio_buffer.speech_started': () => view.advance('speech-started'),
    'input_audio_buffer.speech_stopped': () => view.advance('speech-ended'),
    'voxhall.output_audio.resumed': () => view.advance('speech-dismissed'),
    'voxhall.input_audio.without_words': () => view.set({ hearsNoWords: true }),
    'conversation.item.input_audio_transcription.completed'({ item_id, transcript }) {
      view.caption((lines) => withPersonsWords(lines, item_id, transcript))
      if (transcript.trim() !== '') view.set({ hearsNoWords: false })
    },
    'conversation.item.deleted'({ item_id }) {
      view.caption((lines) => withoutLine(lines, item_id))
      view.advance('speech-dismissed')
    },
    // Whatever was amiss before, an answer is coming.
    'response.created': () => view.set({ notice: null }),
    'response.done'({ response }) {
      if (response.status !== 'failed') return
      view.set({ notice: 'The answer could not be given. Please ask again.' })
      view.advance('speech-dismissed')
    },
    error: ({ error }) => onServerError(error),
  }

  function onServerError({ code, message }: { code?: string | null | undefined; message: string }): void {
    if (code === BUSY_ANSWERING) {
      // An answer began while ours was asked for: it makes room for the newer question.
      attempt?.voice()?.interrupt()
      attempt?.send({ type: 'response.cancel' })
      attempt?.send({ type: 'response.create' })
      return
    }
    if (code === null || code === undefined || !HARMLESS_ERRORS.has(code)) view.set({ notice: message })
  }

  /** Null: this call has no limit. */
  function setTimeLeft(remainingMs: number | null): void {
    view.set({ endsAtMs: remainingMs === null ? null : performance.now() + remainingMs })
  }

  function finish(reason: CallEndReason, durationMs = performance.now() - joinedAtMs): void {
    const over = attempt
    if (over === null) return
    const wasLive = view.get().phase === 'live'
    over.close()
    attempt = null
    talkButton.reset()
    stopWatching()
    view.set({
      phase: 'idle',
      assistantSpeaking: false,
      holding: false,
      endsAtMs: null,
      notice: null,
      hearsNoWords: false,
    })
    view.advance('call-ended')
    // One that never began has nothing to end.
    if (!wasLive) return
    brokenOff = mayBeResumed(reason) ? granted : null
    const ending = { reason, durationMs: Math.round(durationMs) }
    view.set({ ending, mayGoOn: brokenOff !== null })
    const endedReason = reason === 'person-ended' ? 'customer-ended-call' : reason
    emitter.emit('status-update', { status: 'ended', endedReason })
    emitter.emit('call-end', ending)
  }

  function fail(error: unknown): void {
    const failure = startFailureOf(error)
    attempt?.close()
    attempt = null
    stopWatching()
    view.set({ phase: 'idle', startFailure: failure, endsAtMs: null })
    view.advance('failed')
    emitter.emit('call-start-failed', failure)
  }

  function stopWatching(): void {
    stalled.stop()
    connection.stop()
  }

  /** Whatever is being said ends here and is answered. */
  function endSentence(): void {
    if (view.get().phase === 'live') attempt?.send({ type: 'voxhall.input_audio.ended' })
  }

  const attemptEvents: AttemptEvents = {
    onProgress: (progress) => emitter.emit('progress', progress),
    onGranted: (call) => (granted = call),
    onJoined() {
      joinedAtMs = performance.now()
      brokenOff = null
      view.set({ phase: 'live', mayGoOn: false })
      view.advance('call-started')
      emitter.emit('call-start', null)
      if (view.get().pushToTalk) attempt?.send(turnTaking(true))
    },
    onStarted: () => emitter.emit('call-start-success', null),
    onServerEvent(event) {
      connection.heard()
      stalled.heard(event)
      handleServerEvent(handlers, event)
    },
    onFrame,
    wantsMicrophone: () => listening,
    onSpeaking(speaking) {
      view.set({ assistantSpeaking: speaking })
      emitter.emit('speech-update', { role: 'assistant', status: speaking ? 'started' : 'stopped' })
    },
    onFailed: fail,
    onOver: (reason) => finish(reason),
  }

  return {
    start(options) {
      if (attempt !== null) return
      const { pushToTalk, captions, mayGoOn } = view.get()
      const resumes = options.goesOn === true ? brokenOff : null
      // What was said in the call that goes on stays in sight.
      const kept = resumes === null ? {} : { captions, mayGoOn }
      view.set({ ...INITIAL_VIEW, pushToTalk, phase: 'starting', ...kept })
      try {
        attempt = beginAttempt(options, resumes, deps, view, attemptEvents)
      } catch (error) {
        fail(error)
      }
    },
    end: () => finish('person-ended'),
    setMuted(muted) {
      if (view.get().muted === muted) return
      view.set({ muted, hearsNoWords: false })
      attempt?.microphone.setMuted(muted)
      if (muted) endSentence()
    },
    sendText(text) {
      const line = text.trim()
      if (line === '' || view.get().phase !== 'live' || attempt === null) return
      typedItems += 1
      const id = `item_typed_${typedItems}`
      attempt.voice()?.interrupt()
      attempt.send({
        type: 'conversation.item.create',
        item: { id, type: 'message', role: 'user', content: [{ type: 'input_text', text: line }] },
      })
      attempt.send({ type: 'response.create' })
      view.set({ notice: null, hearsNoWords: false })
      view.caption((lines) => withPersonsWords(lines, id, line))
      view.advance('speech-ended')
    },
    setPushToTalk(on) {
      if (view.get().pushToTalk === on) return
      talkButton.reset()
      endSentence()
      view.set({ pushToTalk: on, holding: false, notice: null, hearsNoWords: false })
      if (view.get().phase === 'live') attempt?.send(turnTaking(on))
    },
    hold() {
      const { phase, pushToTalk, muted } = view.get()
      if (phase !== 'live' || !pushToTalk || muted || !listening) return
      attempt?.voice()?.interrupt()
      view.set({ notice: null })
      talkButton.hold()
    },
    release: () => talkButton.release(),
    retryMicrophone: () => void attempt?.microphone.ask(),
    setListening(on) {
      if (listening === on) return
      listening = on
      if (!on) {
        endSentence()
        attempt?.microphone.release()
      } else void attempt?.microphone.ask()
    },
    interrupt: () => attempt?.voice()?.interrupt(),
    view: view.get,
    on: emitter.on,
    mouth: () => attempt?.voice()?.mouth() ?? { kind: 'closed' },
    wave(into) {
      const voice = attempt?.voice() ?? null
      if (voice === null) into.fill(0)
      else voice.wave(into)
    },
  }
}

function turnTaking(byHand: boolean) {
  return {
    type: 'session.update' as const,
    session: {
      type: 'realtime' as const,
      audio: { input: { turn_detection: byHand ? null : { type: 'server_vad' as const } } },
    },
  }
}
