import type { ContinuedCall, StartCallResponse } from '#contract/calls.ts'
import type { CallEndReason, ServerEvent } from '#contract/realtime.ts'
import type { CallAudio } from '../audio/call-audio.ts'
import { createAssistantVoice, type AssistantVoice } from './assistant-voice.ts'
import { createCallMicrophone, type CallMicrophone } from './call-microphone.ts'
import { NOBODY_TO_CALL, StartRefused } from './call-problem.ts'
import type { CallViewStore } from './call-view.ts'
import { withAnswerOver, withHeardWords } from './captions.ts'
import { createRealtimeLink, type OpenSocket, type RealtimeLink } from './realtime-link.ts'
import { AttemptOver, createStageRunner, MOBILE_PERMISSION_WAIT_MS, type StartProgress } from './start-stages.ts'
import type { StartOptions } from './voice-call.ts'

/** What the built-in engine needs of the world. */
export interface BuiltinCallDeps {
  /** Called inside the click that starts the call. */
  openAudio: () => CallAudio
  requestCall: (assistantId: string, signal: AbortSignal, continued: ContinuedCall) => Promise<StartCallResponse>
  openSocket: OpenSocket
  /** The page's own address, against which the server's is read. */
  resolveAddress: (url: string) => string
  isMobile: boolean
  /** Calls back when the browser notices that it has no network. Returns the way to stop. */
  onOffline: (listener: () => void) => () => void
}

/** What the server needs to know of a call that broke off, so that the next one goes on with it. */
export type CallToResume = Required<ContinuedCall>

export interface AttemptEvents {
  onProgress: (progress: StartProgress) => void
  onGranted: (call: CallToResume) => void
  onJoined: () => void
  onStarted: () => void
  onServerEvent: (event: ServerEvent) => void
  onFrame: (frame: Int16Array) => void
  /** False while the browser's own recogniser has the microphone. */
  wantsMicrophone: () => boolean
  onSpeaking: (speaking: boolean) => void
  onFailed: (error: unknown) => void
  onOver: (reason: CallEndReason) => void
}

/** What one start holds, from the click to the end. Everything in it is closed by `close`. */
export interface CallAttempt {
  readonly microphone: CallMicrophone
  /** Null until there is a loudspeaker. */
  voice(): AssistantVoice | null
  send: RealtimeLink['send']
  /** Idempotent; afterwards nothing of this attempt is reported any more. */
  close(): void
}

/** A person may think about the browser's question for so long before the call begins without a microphone. */
const PERMISSION_PATIENCE_MS = 10_000

const WITHOUT_NOISE_CANCELLATION =
  'Noise cancellation failed and was turned off. The microphone keeps working without it.'

/**
 * Goes through the stages of starting a call; see `START_STAGES`. Must be called inside the click.
 * @throws what `openAudio` throws; whatever goes wrong afterwards is told by `onFailed`.
 */
export function beginAttempt(
  options: StartOptions,
  resumes: CallToResume | null,
  deps: BuiltinCallDeps,
  view: CallViewStore,
  events: AttemptEvents,
): CallAttempt {
  const abort = new AbortController()
  const { signal } = abort
  const audio = deps.openAudio()
  let link: RealtimeLink | null = null
  let voice: AssistantVoice | null = null

  /** Nothing of an attempt that is over reaches the call. */
  const whileOn =
    <Arguments extends unknown[]>(listener: (...given: Arguments) => void) =>
    (...given: Arguments) => {
      if (!signal.aborted) listener(...given)
    }

  const send: RealtimeLink['send'] = (event) => link?.send(event)

  const microphone = createCallMicrophone({
    audio,
    onStatus: whileOn((status) => {
      view.set({ microphone: status })
      // It does not go on after all.
      if (status.state === 'error' && view.get().notice === WITHOUT_NOISE_CANCELLATION) view.set({ notice: null })
    }),
    onFrame: whileOn(events.onFrame),
    onFallback: whileOn(() => view.set({ notice: WITHOUT_NOISE_CANCELLATION })),
  })

  function createLink(granted: StartCallResponse): RealtimeLink {
    return createRealtimeLink({
      openSocket: deps.openSocket,
      url: deps.resolveAddress(granted.url),
      token: granted.token,
      onEvent: whileOn((event) => {
        voice?.receive(event)
        events.onServerEvent(event)
      }),
      onLost: whileOn(() => events.onOver('connection-lost')),
    })
  }

  async function run(): Promise<void> {
    const stages = createStageRunner(signal, events.onProgress)
    const assistantId = await stages.run('validation', () => {
      if (options.assistantId === undefined || options.assistantId === '') throw new StartRefused(NOBODY_TO_CALL)
      return options.assistantId
    })
    await stages.run('initialization', () => audio.ready)
    const granted = await stages.run('web-call-creation', () => deps.requestCall(assistantId, signal, resumes ?? {}))
    events.onGranted({ continues: granted.callId, continuesToken: granted.token })
    view.set({ isDemo: granted.isDemo })
    const joining = await stages.run('daily-call-object-creation', () => {
      voice = createAssistantVoice({
        createSpeaker: (speakerEvents) => audio.createSpeaker(speakerEvents),
        send,
        onSpeaking: whileOn(events.onSpeaking),
        onHeard: whileOn((itemId, content) => view.caption((lines) => withHeardWords(lines, itemId, content))),
        onOver: whileOn((itemId, over) => {
          view.caption((lines) => withAnswerOver(lines, itemId, over))
          if (!over.interrupted) view.advance('assistant-finished')
        }),
      })
      link = createLink(granted)
      return link
    })
    await stages.run('mobile-permissions', async () => {
      if (deps.isMobile) await delay(MOBILE_PERMISSION_WAIT_MS, signal)
      if (events.wantsMicrophone()) await Promise.race([microphone.ask(), delay(PERMISSION_PATIENCE_MS, signal)])
    })
    await stages.run('daily-call-join', () => joining.open())
    events.onJoined()
    send({ type: 'voxhall.player.pausable' })
    // Nobody has said anything: the server says the assistant's first message.
    send({ type: 'response.create' })
    stages.skip('video-recording-setup')
    await stages.run('audio-observer-setup', () => voice?.wave(new Float32Array(1)))
    await stages.run('audio-processing-setup', () => events.onStarted())
  }

  run().catch((error: unknown) => {
    if (!(error instanceof AttemptOver) && !signal.aborted) events.onFailed(error)
  })

  return {
    microphone,
    voice: () => voice,
    send,
    close() {
      if (signal.aborted) return
      // While it still counts: the captions keep what was heard.
      voice?.stop()
      abort.abort()
      link?.close()
      microphone.close()
      audio.close()
      view.set({ microphone: { state: 'unasked' } })
    },
  }
}

/** Resolves early, and without a sign, when the attempt is over. */
function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
