import type { CallEndReason } from '#contract/realtime.ts'
import type { StartVapiCallResponse } from '#contract/vapi.ts'
import type { VapiSdk } from '../../../vendors/vapi-sdk.ts'
import { createCallViewStore } from '../engine/call-view.ts'
import { startFailureOf } from '../engine/call-problem.ts'
import { createEmitter } from '../engine/emitter.ts'
import { INITIAL_VIEW, type StartFailure, type VoiceCall, type VoiceCallEvents } from '../engine/voice-call.ts'
import { beginVapiAttempt, type VapiAttempt } from './vapi-attempt.ts'
import { createVapiCaptions } from './vapi-captions.ts'
import type { VapiMessage } from './vapi-messages.ts'
import { endReasonOf, type VapiProblem, WITHOUT_NOISE_CANCELLATION } from './vapi-problem.ts'
import type { WaveTap } from './wave-tap.ts'

/** With which key, and with whom at Vapi. */
export interface VapiCredentials {
  apiKey: string
  assistantId: string
  /** They are the person's, not the deployment's. */
  ownAccount: boolean
}

/** What a call through Vapi needs of the world. */
export interface VapiCallDeps {
  /** Read at each start. @throws StartRefused in the specification's words */
  credentials: () => VapiCredentials
  loadSdk: () => Promise<(apiKey: string) => VapiSdk>
  requestCall: (
    request: { assistantId: string; ownAccount: boolean },
    signal: AbortSignal,
  ) => Promise<StartVapiCallResponse>
  tellStarted: (callId: string, vapiCallId: string) => Promise<void>
  /** Vapi must have made the call by then. */
  answerWithinMs: number
  /** Called inside the click that starts the call. */
  openWaveTap: () => WaveTap
  /** Calls back when the browser has had no network for some seconds. Returns the way to stop. */
  onOffline: (listener: () => void) => () => void
}

/** A call through Vapi, with its official SDK. */
export function createVapiCall(deps: VapiCallDeps): VoiceCall {
  const emitter = createEmitter<VoiceCallEvents>()
  const view = createCallViewStore(() => emitter.emit('change', null))
  let captions = createVapiCaptions()
  let attempt: VapiAttempt | null = null
  /** Vapi lets nobody in twice: a call waits until the one before has left. */
  let leaving: Promise<void> = Promise.resolve()
  let joinedAtMs = 0
  let listening = true
  let endedReason: string | undefined
  let stopWatchingNetwork: (() => void) | undefined
  let limitTimer: ReturnType<typeof setTimeout> | undefined

  const wantsSound = () => {
    const { muted, pushToTalk, holding } = view.get()
    return listening && !muted && (!pushToTalk || holding)
  }
  const applySound = () => attempt?.setMuted(!wantsSound())

  function setSpeaking(speaking: boolean): void {
    if (view.get().assistantSpeaking === speaking) return
    view.set({ assistantSpeaking: speaking })
    emitter.emit('speech-update', { role: 'assistant', status: speaking ? 'started' : 'stopped' })
  }

  function onMessage(message: VapiMessage): void {
    switch (message.type) {
      case 'speech-update':
        if (message.role === 'assistant') setSpeaking(message.status === 'started')
        else view.advance(message.status === 'started' ? 'speech-started' : 'speech-ended')
        return
      case 'transcript': {
        const final = message.transcriptType === 'final'
        view.caption((lines) => captions.add(lines, { role: message.role, text: message.transcript, final }))
        if (message.role !== 'assistant') return
        setSpeaking(!final)
        if (final) view.advance('assistant-finished')
        return
      }
      case 'status-update':
        endedReason = message.endedReason
    }
  }

  function onProblem(problem: Exclude<VapiProblem, { kind: 'nothing' }>): void {
    switch (problem.kind) {
      case 'notice':
        view.set({ notice: problem.text })
        return
      case 'microphone-lost':
        view.set({ microphone: { state: 'error', reason: 'unknown' } })
        return
      case 'ejected':
        finish(endedReason === undefined ? reasonByClock() : endReasonOf(endedReason))
        return
      case 'fatal':
        finish('connection-lost', problem.alert)
    }
  }

  /** Vapi ends a call at its limit too, and does not always get to say so. */
  function reasonByClock(): CallEndReason {
    const { endsAtMs } = view.get()
    return endsAtMs !== null && performance.now() > endsAtMs - 2_000 ? 'limit-reached' : 'person-ended'
  }

  function leave(sayGoodbye: boolean): void {
    const over = attempt
    attempt = null
    clearTimeout(limitTimer)
    stopWatchingNetwork?.()
    stopWatchingNetwork = undefined
    if (over === null) return
    leaving = over.close(sayGoodbye)
  }

  function finish(reason: CallEndReason, alert?: string): void {
    if (attempt === null) return
    const wasLive = view.get().phase === 'live'
    leave(true)
    setSpeaking(false)
    view.caption((lines) => captions.close(lines))
    view.set({ phase: 'idle', holding: false, endsAtMs: null, notice: alert ?? null, microphone: { state: 'unasked' } })
    view.advance(alert === undefined ? 'call-ended' : 'failed')
    if (!wasLive) return
    const ending = { reason, durationMs: Math.round(performance.now() - joinedAtMs) }
    view.set({ ending })
    const told = reason === 'person-ended' ? 'customer-ended-call' : reason
    emitter.emit('status-update', { status: 'ended', endedReason: told })
    emitter.emit('call-end', ending)
  }

  function fail(failure: StartFailure): void {
    leave(false)
    view.set({ phase: 'idle', startFailure: failure, endsAtMs: null, notice: null, microphone: { state: 'unasked' } })
    view.advance('failed')
    emitter.emit('call-start-failed', failure)
  }

  return {
    start(options) {
      if (attempt !== null) return
      const { pushToTalk } = view.get()
      captions = createVapiCaptions()
      endedReason = undefined
      view.set({ ...INITIAL_VIEW, pushToTalk, phase: 'starting' })
      attempt = beginVapiAttempt(options, deps, leaving, {
        onProgress: (progress) => emitter.emit('progress', progress),
        onStarted: () => emitter.emit('call-start-success', null),
        onMicrophone: (microphone) => view.set({ microphone }),
        onJoined({ limitMs, isDemo }) {
          joinedAtMs = performance.now()
          const endsAtMs = limitMs === null ? null : joinedAtMs + limitMs
          view.set({ phase: 'live', isDemo, endsAtMs })
          if (limitMs !== null) limitTimer = setTimeout(() => finish('limit-reached'), limitMs)
          // The room itself takes much longer to notice.
          stopWatchingNetwork = deps.onOffline(() => finish('connection-lost'))
          view.advance('call-started')
          applySound()
          emitter.emit('call-start', null)
        },
        onMessage,
        onProblem,
        // The SDK turns the microphone on again by itself; whoever is muted stays so.
        onOwnSound(on) {
          if (on && view.get().phase === 'live' && !wantsSound()) applySound()
        },
        onAudioProcessorError: () => view.set({ notice: WITHOUT_NOISE_CANCELLATION }),
        onFailed: (error) => fail(startFailureOf(error)),
        onLeft: () => finish(endedReason === undefined ? reasonByClock() : endReasonOf(endedReason)),
      })
    },
    end: () => finish('person-ended'),
    setMuted(muted) {
      view.set({ muted })
      applySound()
    },
    sendText(text) {
      const line = text.trim()
      if (line === '' || view.get().phase !== 'live' || attempt === null) return
      attempt.send({ type: 'add-message', message: { role: 'user', content: line }, triggerResponseEnabled: true })
      view.set({ notice: null })
      view.caption((lines) => captions.typed(lines, line))
      view.advance('speech-ended')
    },
    setPushToTalk(on) {
      view.set({ pushToTalk: on, holding: false })
      applySound()
    },
    hold() {
      const { phase, pushToTalk, muted } = view.get()
      if (phase !== 'live' || !pushToTalk || muted) return
      view.set({ holding: true, notice: null })
      applySound()
    },
    release() {
      view.set({ holding: false })
      applySound()
    },
    retryMicrophone: () => attempt?.askForMicrophone(),
    setListening(on) {
      listening = on
      applySound()
    },
    // Vapi hears for itself when somebody begins to speak, and has no word for being told.
    interrupt: () => undefined,
    view: view.get,
    on: emitter.on,
    mouth: () => attempt?.mouth() ?? { kind: 'closed' },
    wave(into) {
      if (attempt === null) into.fill(0)
      else attempt.wave(into)
    },
  }
}
