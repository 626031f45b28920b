import type { CallEndReason } from '#contract/realtime.ts'
import type { StartVapiCallResponse } from '#contract/vapi.ts'
import type { VapiEvent, VapiSdk } from '../../../vendors/vapi-sdk.ts'
import { CallAlert, requireAssistant } from '../engine/call-problem.ts'
import { createVoiceCall } from '../engine/create-voice-call.ts'
import { microphoneProblemOf, WITHOUT_NOISE_CANCELLATION } from '../engine/microphone-status.ts'
import type { AttemptContext, CallAttempt, VoiceCall } from '../engine/voice-call.ts'
import {
  createVapiCaptions,
  ownSoundOf,
  vapiCallIdOf,
  vapiMessageOf,
  vapiProgressOf,
  type VapiMessage,
} from './vapi-messages.ts'
import {
  endReasonOf,
  isAudioProcessorError,
  microphoneProblemAtDaily,
  UNAUTHORIZED,
  vapiProblemOf,
  WHAT_TO_DO,
} from './vapi-problem.ts'
import { createVapiStages } from './vapi-stages.ts'
import type { WaveTap } from './wave-tap.ts'

/** With which key, and with which assistant at Vapi. */
export interface VapiCredentials {
  apiKey: string
  assistantId: string
  /** They are the caller's, not the deployment's. */
  ownAccount: boolean
}

/** What a call through Vapi needs of the world. */
export interface VapiCallDeps {
  /** Read at each start. @throws CallAlert in the specification's words */
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

/** Started without a failure, and yet the assistant does not come. */
const ASSISTANT_WITHIN_MS = 30_000
/** A start that Vapi does not answer cannot be stopped; the next call waits for it no longer than this. */
const LEFT_WITHIN_MS = 1_000
/** Vapi ends a call at its limit too, and does not always get to say so. */
const LIMIT_TOLERANCE_MS = 2_000

/** A call through Vapi, with its official SDK. */
export function createVapiCall(deps: VapiCallDeps): VoiceCall {
  /** Vapi lets a page into one call at a time: a call waits until the one before has left. */
  let leaving: Promise<void> = Promise.resolve()
  return createVoiceCall((context) => {
    const { leave, ...attempt } = beginVapiAttempt(context, deps, leaving)
    return {
      ...attempt,
      close() {
        leaving = leave()
      },
    }
  })
}

interface VapiAttempt extends Omit<CallAttempt, 'close'> {
  /** Resolves when Vapi's part has gone, too, or does not answer. */
  leave: () => Promise<void>
}

function beginVapiAttempt(context: AttemptContext, deps: VapiCallDeps, before: Promise<void>): VapiAttempt {
  const { state, signal, report, fail } = context
  const tap = deps.openWaveTap()
  const stages = createVapiStages(signal, context.onProgress)
  const lineOf = createVapiCaptions()
  let sdk: VapiSdk | null = null
  let starting: Promise<unknown> = Promise.resolve()
  let level = 0
  let alert: string | null = null
  let endedReason: string | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  let limit: ReturnType<typeof setTimeout> | undefined
  let stopWatchingNetwork: (() => void) | undefined

  const hasJoined = () => state().phase === 'live'

  function failStart(error: unknown): void {
    stages.failed(error)
    fail(error)
  }

  function wantsSound(): boolean {
    const now = state()
    return now.phase === 'live' && now.listening && now.sound === (now.pushToTalk ? 'holding' : 'open')
  }

  /** Before the call is joined there is nothing to mute; it begins as the caller wishes. */
  function applySound(): void {
    if (hasJoined() && !signal.aborted) sdk?.setMuted(!wantsSound())
  }

  function join({ limitMs, isDemo }: StartVapiCallResponse): void {
    clearTimeout(patience)
    report({ type: 'granted', isDemo, call: null })
    report({ type: 'limit', endsAtMs: limitMs === null ? null : performance.now() + limitMs })
    if (limitMs !== null) limit = setTimeout(() => report({ type: 'ended', reason: 'limit-reached' }), limitMs)
    // The room itself takes much longer to notice.
    stopWatchingNetwork = deps.onOffline(() => report({ type: 'ended', reason: 'connection-lost' }))
    report({ type: 'joined' })
    applySound()
  }

  function onMessage(message: VapiMessage): void {
    switch (message.type) {
      case 'speech-update': {
        const isStart = message.status === 'started'
        if (message.role === 'assistant') report({ type: 'assistant-speaking', on: isStart })
        else report({ type: isStart ? 'speech-started' : 'speech-ended' })
        return
      }
      case 'transcript': {
        const { role, transcript: content, transcriptType } = message
        const partial = transcriptType === 'partial'
        if (content.trim() !== '') report({ type: 'line', line: lineOf({ role, content, partial }) })
        if (role !== 'assistant') return
        report({ type: 'assistant-speaking', on: partial })
        if (!partial) report({ type: 'assistant-finished' })
        return
      }
      case 'status-update':
        endedReason = message.endedReason
    }
  }

  function onError(payload: unknown): void {
    const problem = vapiProblemOf(payload)
    if (problem.kind === 'notice') return report({ type: 'notice', text: problem.text })
    if (!hasJoined()) {
      // Of several errors that come with one failure, the first says most.
      if (problem.kind === 'fatal') alert ??= problem.alert
      return
    }
    if (problem.kind === 'ejected') report({ type: 'ended', reason: endReason() })
    if (problem.kind === 'fatal') report({ type: 'ended', reason: 'connection-lost', alert: problem.alert })
    if (problem.kind === 'microphone-lost') {
      report({ type: 'microphone', status: { state: 'error', reason: 'unknown' } })
    }
  }

  function endReason(): CallEndReason {
    if (endedReason !== undefined) return endReasonOf(endedReason)
    const now = state()
    const endsAtMs = now.phase === 'live' ? now.endsAtMs : null
    return endsAtMs !== null && performance.now() > endsAtMs - LIMIT_TOLERANCE_MS ? 'limit-reached' : 'person-ended'
  }

  function onProgress(vapi: VapiSdk, payload: unknown): void {
    const progress = vapiProgressOf(payload)
    if (progress === null) return
    stages.follow(progress)
    if (progress.status !== 'completed') return
    // From here on the caller may be asked for the microphone, and take their time.
    if (progress.stage === 'web-call-creation') clearTimeout(patience)
    if (progress.stage !== 'daily-call-object-creation') return
    vapi.getDailyCallObject()?.on('nonfatal-error', (event) => {
      if (isAudioProcessorError(event)) report({ type: 'notice', text: WITHOUT_NOISE_CANCELLATION })
    })
  }

  function listen(vapi: VapiSdk, permit: StartVapiCallResponse): void {
    const on = (event: VapiEvent, listener: (payload: unknown) => void) =>
      vapi.on(event, (payload) => {
        if (!signal.aborted) listener(payload)
      })
    // First of all: without this listener the SDK breaks at its first error.
    on('error', onError)
    on('call-start-progress', (payload) => onProgress(vapi, payload))
    on('call-start-success', (payload) => {
      const vapiCallId = vapiCallIdOf(payload)
      if (permit.callId !== null && vapiCallId !== null) void deps.tellStarted(permit.callId, vapiCallId)
      context.onStarted()
    })
    on('call-start', () => (hasJoined() ? undefined : join(permit)))
    on('call-end', () => (hasJoined() ? report({ type: 'ended', reason: endReason() }) : failStart(alertOf(alert))))
    on('message', (payload) => {
      const message = vapiMessageOf(payload)
      if (message !== null) onMessage(message)
    })
    on('volume-level', (payload) => {
      level = typeof payload === 'number' ? payload : 0
    })
    on('audio', (payload) => {
      const stream: unknown = typeof payload === 'object' && payload !== null ? Reflect.get(payload, 'srcObject') : null
      if (typeof MediaStream !== 'undefined' && stream instanceof MediaStream) tap.listenTo(stream)
    })
    on('camera-error', (payload) =>
      report({ type: 'microphone', status: { state: 'error', reason: microphoneProblemAtDaily(payload) } }),
    )
    on('daily-participant-updated', (payload) => {
      if (ownSoundOf(payload) !== true) return
      report({ type: 'microphone', status: { state: 'granted' } })
      // The SDK turns the microphone on again by itself; a caller who is muted stays so.
      if (!wantsSound()) applySound()
    })
  }

  async function run(): Promise<void> {
    stages.enter('validation')
    const assistantId = requireAssistant(context.assistantId)
    const credentials = deps.credentials()
    stages.enter('initialization')
    const [createSdk, permit] = await Promise.all([
      deps.loadSdk(),
      deps.requestCall({ assistantId, ownAccount: credentials.ownAccount }, signal),
      before,
    ])
    signal.throwIfAborted()
    const vapi = createSdk(credentials.apiKey)
    sdk = vapi
    listen(vapi, permit)
    patience = setTimeout(() => failStart(alertOf(null)), deps.answerWithinMs)
    starting = vapi.start(credentials.assistantId, permit.assistantOverrides)
    const webCall = await starting
    signal.throwIfAborted()
    clearTimeout(patience)
    if (webCall === null) throw alertOf(alert)
    if (!hasJoined()) patience = setTimeout(() => failStart(alertOf(null)), ASSISTANT_WITHIN_MS)
  }

  run().catch(failStart)

  return {
    setMuted: applySound,
    setPushToTalk: applySound,
    hold: applySound,
    release: applySound,
    setListening: applySound,
    // Vapi's calls open no forms.
    submitForm: () => undefined,
    dismissForm: () => undefined,
    sendText(_, content) {
      sdk?.send({ type: 'add-message', message: { role: 'user', content }, triggerResponseEnabled: true })
    },
    // Vapi hears for itself when the caller begins to speak, and has no word for being told.
    interrupt: () => undefined,
    retryMicrophone() {
      navigator.mediaDevices.getUserMedia({ audio: true }).then(
        (stream) => {
          // Only the permission was wanted: Daily opens the microphone itself.
          for (const track of stream.getTracks()) track.stop()
          report({ type: 'microphone', status: { state: 'granted' } })
          applySound()
        },
        (error: unknown) =>
          report({ type: 'microphone', status: { state: 'error', reason: microphoneProblemOf(error) } }),
      )
    },
    mouth: () => (level > 0 ? { kind: 'level', level } : { kind: 'closed' }),
    wave: (into) => tap.wave(into),
    async leave() {
      clearTimeout(patience)
      clearTimeout(limit)
      stopWatchingNetwork?.()
      tap.close()
      const over = sdk
      if (over === null) return
      if (hasJoined()) over.send({ type: 'end-call' })
      await over.stop().catch(() => undefined)
      // A call that was still starting is joined after all, and then has to be left as well.
      const left = starting.then(
        () => over.stop().catch(() => undefined),
        () => undefined,
      )
      await Promise.race([left, new Promise((resolve) => setTimeout(resolve, LEFT_WITHIN_MS))])
    },
  }
}

function alertOf(alert: string | null): CallAlert {
  return alert === UNAUTHORIZED
    ? new CallAlert(alert)
    : new CallAlert(alert ?? 'Vapi error: Connection failed', WHAT_TO_DO)
}
