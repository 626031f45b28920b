import type { StartVapiCallResponse } from '#contract/vapi.ts'
import type { VapiEvent, VapiOutgoing, VapiSdk } from '../../../vendors/vapi-sdk.ts'
import { CallAlert, NOBODY_TO_CALL, StartRefused } from '../engine/call-problem.ts'
import { microphoneProblemOf, type MicrophoneStatus } from '../engine/microphone-status.ts'
import { AttemptOver, type StartProgress } from '../engine/start-stages.ts'
import type { MouthSource, StartOptions } from '../engine/voice-call.ts'
import type { VapiCallDeps } from './vapi-call.ts'
import { ownSoundOf, vapiCallIdOf, vapiMessageOf, vapiProgressOf, type VapiMessage } from './vapi-messages.ts'
import { createVapiStages } from './vapi-stages.ts'
import {
  isAudioProcessorError,
  microphoneProblemAtDaily,
  UNAUTHORIZED,
  vapiProblemOf,
  WHAT_TO_DO,
  type VapiProblem,
} from './vapi-problem.ts'

export interface VapiAttemptEvents {
  onProgress: (progress: StartProgress) => void
  onStarted: () => void
  onMicrophone: (status: MicrophoneStatus) => void
  /** The assistant is there. */
  onJoined: (permit: Pick<StartVapiCallResponse, 'limitMs' | 'isDemo'>) => void
  onMessage: (message: VapiMessage) => void
  /** While the call is on. */
  onProblem: (problem: Exclude<VapiProblem, { kind: 'nothing' }>) => void
  onOwnSound: (on: boolean) => void
  onAudioProcessorError: () => void
  onFailed: (error: unknown) => void
  onLeft: () => void
}

/** What one start through Vapi holds, from the click to the end. */
export interface VapiAttempt {
  setMuted(muted: boolean): void
  send(message: VapiOutgoing): void
  askForMicrophone(): void
  mouth(): MouthSource
  wave(into: Float32Array<ArrayBuffer>): void
  /** Afterwards nothing of this attempt is reported any more. Resolves when Vapi's part has gone, too, or does not answer. */
  close(sayGoodbye: boolean): Promise<void>
}

/** Started without a failure, and yet the assistant does not come. */
const ASSISTANT_WITHIN_MS = 30_000
/** A start that Vapi does not answer cannot be stopped; nobody waits for it longer than this. */
const LEFT_WITHIN_MS = 1_000

/** Must be called inside the click. Whatever goes wrong is told by `onFailed`. */
export function beginVapiAttempt(
  options: StartOptions,
  deps: VapiCallDeps,
  before: Promise<void>,
  events: VapiAttemptEvents,
): VapiAttempt {
  const abort = new AbortController()
  const { signal } = abort
  const tap = deps.openWaveTap()
  const stages = createVapiStages(events.onProgress)
  let sdk: VapiSdk | null = null
  let starting: Promise<unknown> = Promise.resolve()
  let joined = false
  let level = 0
  let alert: string | null = null
  let patience: ReturnType<typeof setTimeout> | undefined

  function fail(error: unknown): void {
    if (signal.aborted || error instanceof AttemptOver) return
    stages.failed(error)
    events.onFailed(error)
  }

  function listen(vapi: VapiSdk, permit: StartVapiCallResponse): void {
    const { callId } = permit
    const on = (event: VapiEvent, listener: (payload: unknown) => void) =>
      vapi.on(event, (payload) => {
        if (!signal.aborted) listener(payload)
      })
    // First of all: without this listener the SDK breaks at its first error.
    on('error', (payload) => {
      const problem = vapiProblemOf(payload)
      if (problem.kind === 'nothing') return
      if (joined || problem.kind === 'notice') events.onProblem(problem)
      // Of several that come with one failure, the first says most.
      else if (problem.kind === 'fatal') alert ??= problem.alert
    })
    on('call-start-progress', (payload) => {
      const progress = vapiProgressOf(payload)
      if (progress === null) return
      stages.follow(progress)
      // From here on a person may be asked for the microphone, and take their time.
      if (progress.stage === 'web-call-creation' && progress.status === 'completed') clearTimeout(patience)
      if (progress.stage !== 'daily-call-object-creation' || progress.status !== 'completed') return
      vapi.getDailyCallObject()?.on('nonfatal-error', (event) => {
        if (!signal.aborted && isAudioProcessorError(event)) events.onAudioProcessorError()
      })
    })
    on('call-start-success', (payload) => {
      const vapiCallId = vapiCallIdOf(payload)
      if (callId !== null && vapiCallId !== null) void deps.tellStarted(callId, vapiCallId)
      events.onStarted()
    })
    on('call-start', () => {
      if (joined) return
      joined = true
      clearTimeout(patience)
      events.onJoined(permit)
    })
    on('call-end', () => {
      if (joined) events.onLeft()
      else fail(alertOf(alert))
    })
    on('message', (payload) => {
      const message = vapiMessageOf(payload)
      if (message !== null) events.onMessage(message)
    })
    on('volume-level', (payload) => {
      level = typeof payload === 'number' ? payload : 0
    })
    on('audio', (payload) => {
      const stream: unknown = typeof payload === 'object' && payload !== null ? Reflect.get(payload, 'srcObject') : null
      if (typeof MediaStream !== 'undefined' && stream instanceof MediaStream) tap.listenTo(stream)
    })
    on('camera-error', (payload) => events.onMicrophone({ state: 'error', reason: microphoneProblemAtDaily(payload) }))
    on('daily-participant-updated', (payload) => {
      const sound = ownSoundOf(payload)
      if (sound === null) return
      if (sound) events.onMicrophone({ state: 'granted' })
      events.onOwnSound(sound)
    })
  }

  async function run(): Promise<void> {
    stages.enter('validation')
    const { assistantId } = options
    if (assistantId === undefined || assistantId === '') throw new StartRefused(NOBODY_TO_CALL)
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
    patience = setTimeout(() => fail(alertOf(null)), deps.answerWithinMs)
    starting = vapi.start(credentials.assistantId, permit.assistantOverrides)
    const webCall = await starting
    signal.throwIfAborted()
    clearTimeout(patience)
    if (webCall === null) throw alertOf(alert)
    if (!joined) patience = setTimeout(() => fail(alertOf(null)), ASSISTANT_WITHIN_MS)
  }

  run().catch(fail)

  const setMuted = (muted: boolean) => {
    // Without a call there is nothing to mute; the call begins as the person wishes.
    if (joined && !signal.aborted) sdk?.setMuted(muted)
  }

  return {
    setMuted,
    send: (message) => sdk?.send(message),
    askForMicrophone() {
      navigator.mediaDevices.getUserMedia({ audio: true }).then(
        (stream) => {
          // Only the leave was wanted: Daily opens the microphone itself.
          for (const track of stream.getTracks()) track.stop()
          if (signal.aborted) return
          events.onMicrophone({ state: 'granted' })
          setMuted(false)
        },
        (error: unknown) => {
          if (!signal.aborted) events.onMicrophone({ state: 'error', reason: microphoneProblemOf(error) })
        },
      )
    },
    mouth: () => (level > 0 ? { kind: 'level', level } : { kind: 'closed' }),
    wave: (into) => tap.wave(into),
    async close(sayGoodbye) {
      if (signal.aborted) return
      clearTimeout(patience)
      abort.abort(new AttemptOver())
      tap.close()
      stages.stop()
      const over = sdk
      if (over === null) return
      if (sayGoodbye && joined) over.send({ type: 'end-call' })
      await over.stop().catch(() => undefined)
      // One that was still starting goes on behind our back, and then has to be left as well.
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
