import type { CallEndReason } from '#contract/realtime.ts'
import type { StartVapiCallResponse } from '#contract/vapi.ts'
import { pause } from '../../../lib/pause.ts'
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
import type { WaveTap } from './wave-tap.ts'

/** The Vapi key, and the assistant's id at Vapi. */
export interface VapiCredentials {
  apiKey: string
  assistantId: string
  /** True when the credentials are the caller's own rather than the deployment's. */
  ownAccount: boolean
}

/** The dependencies of a call through Vapi; tests replace them. */
export interface VapiCallDeps {
  /**
   * Read at each start.
   * @throws CallAlert in the specification's words
   */
  credentials: () => VapiCredentials
  loadSdk: () => Promise<(apiKey: string) => VapiSdk>
  requestCall: (
    request: { assistantId: string; ownAccount: boolean },
    signal: AbortSignal,
  ) => Promise<StartVapiCallResponse>
  /** Reports the call's id at Vapi to our server. */
  tellStarted: (callId: string, vapiCallId: string) => void
  /** How long Vapi may take to create the call. */
  answerWithinMs: number
  /** Called inside the click that starts the call. */
  openWaveTap: () => WaveTap
  /** Registers a listener for a loss of network that lasts for some seconds. Returns a function that removes it. */
  onOffline: (listener: () => void) => () => void
}

/** How long to wait for the assistant to join after a successful start. */
const ASSISTANT_WITHIN_MS = 30_000
/** A start that Vapi has not answered cannot be aborted; the next call waits for its end no longer than this. */
const LEFT_WITHIN_MS = 1_000
/** Vapi also ends a call at its limit, but its message about it does not always arrive. */
const LIMIT_TOLERANCE_MS = 2_000

/** A call through Vapi, with its official SDK. */
export function createVapiCall(deps: VapiCallDeps): VoiceCall {
  return createVoiceCall((context) => beginVapiAttempt(context, deps))
}

function beginVapiAttempt(context: AttemptContext, deps: VapiCallDeps): CallAttempt {
  const { state, signal, report, fail, stages } = context
  const tap = deps.openWaveTap()
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

  function wantsSound(): boolean {
    const now = state()
    return now.phase === 'live' && now.listening && now.sound === (now.pushToTalk ? 'holding' : 'open')
  }

  /** Applies the caller's mute setting, once the call is joined. */
  function applySound(): void {
    if (hasJoined() && !signal.aborted) sdk?.setMuted(!wantsSound())
  }

  function join({ limitMs, isDemo }: StartVapiCallResponse): void {
    clearTimeout(patience)
    report({ type: 'granted', isDemo, call: null })
    report({ type: 'limit', endsAtMs: limitMs === null ? null : performance.now() + limitMs })
    if (limitMs !== null) limit = setTimeout(() => report({ type: 'ended', reason: 'limit-reached' }), limitMs)
    // The browser's offline event comes much earlier than Daily's.
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
      // When one failure causes several errors, the first is the most informative.
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
    const { stage, status, metadata } = vapiProgressOf(payload) ?? {}
    // These two stages were reported before the SDK was loaded.
    if (stage === undefined || stage === 'validation' || stage === 'initialization') return
    stages.enter(stage)
    if (status === 'failed') stages.failed(metadata?.error ?? new Error(`${stage} failed`))
    if (status !== 'completed') return
    stages.complete(metadata?.action?.startsWith('skipped'))
    // From here on, the caller may be looking at the permission prompt, so the timeout no longer applies.
    if (stage === 'web-call-creation') clearTimeout(patience)
    if (stage !== 'daily-call-object-creation') return
    vapi.getDailyCallObject()?.on('nonfatal-error', (event) => {
      if (isAudioProcessorError(event)) report({ type: 'notice', text: WITHOUT_NOISE_CANCELLATION })
    })
  }

  function listen(vapi: VapiSdk, permit: StartVapiCallResponse): void {
    const on = (event: VapiEvent, listener: (payload: unknown) => void) =>
      vapi.on(event, (payload) => {
        if (!signal.aborted) listener(payload)
      })
    // Registered first: without an error listener, the SDK throws at its first error.
    on('error', onError)
    on('call-start-progress', (payload) => onProgress(vapi, payload))
    on('call-start-success', (payload) => {
      const vapiCallId = vapiCallIdOf(payload)
      if (permit.callId !== null && vapiCallId !== null) deps.tellStarted(permit.callId, vapiCallId)
      context.onStarted()
    })
    on('call-start', () => (hasJoined() ? undefined : join(permit)))
    on('call-end', () => (hasJoined() ? report({ type: 'ended', reason: endReason() }) : fail(alertOf(alert))))
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
      // The SDK may unmute the microphone by itself; the caller's choice is applied again.
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
      // Vapi allows a page one call at a time.
      context.before,
    ])
    signal.throwIfAborted()
    const vapi = createSdk(credentials.apiKey)
    sdk = vapi
    listen(vapi, permit)
    patience = setTimeout(() => fail(alertOf(null)), deps.answerWithinMs)
    starting = vapi.start(credentials.assistantId, permit.assistantOverrides)
    const webCall = await starting
    signal.throwIfAborted()
    clearTimeout(patience)
    if (webCall === null) throw alertOf(alert)
    if (!hasJoined()) patience = setTimeout(() => fail(alertOf(null)), ASSISTANT_WITHIN_MS)
  }

  run().catch(fail)

  return {
    applySound,
    // Vapi's calls open no forms.
    submitForm: () => undefined,
    dismissForm: () => undefined,
    sendText(_, content) {
      sdk?.send({ type: 'add-message', message: { role: 'user', content }, triggerResponseEnabled: true })
    },
    // Vapi detects barge-in by itself, and has no message for it.
    interrupt: () => undefined,
    retryMicrophone() {
      navigator.mediaDevices.getUserMedia({ audio: true }).then(
        (stream) => {
          // Only the permission was needed; Daily opens the microphone itself.
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
    async close() {
      clearTimeout(patience)
      clearTimeout(limit)
      stopWatchingNetwork?.()
      tap.close()
      const over = sdk
      if (over === null) return
      if (hasJoined()) over.send({ type: 'end-call' })
      await over.stop().catch(() => undefined)
      // A call that was still starting will be joined, and must then be left.
      const left = starting.then(
        () => over.stop().catch(() => undefined),
        () => undefined,
      )
      await Promise.race([left, pause(LEFT_WITHIN_MS)])
    },
  }
}

function alertOf(alert: string | null): CallAlert {
  return alert === UNAUTHORIZED
    ? new CallAlert(alert)
    : new CallAlert(alert ?? 'Vapi error: Connection failed', WHAT_TO_DO)
}
