import type { ContinuedCall, StartCallResponse } from '#contract/calls.ts'
import type { ServerEvent } from '#contract/realtime.ts'
import { pause } from '../../../lib/pause.ts'
import type { CallAudio } from '../audio/call-audio.ts'
import { encodePcm16Base64 } from '../audio/pcm16.ts'
import { createAssistantVoice, type AssistantVoice } from './assistant-voice.ts'
import { BUSY_ANSWERING, callEventsOf } from './builtin-events.ts'
import { createCallMicrophone } from './call-microphone.ts'
import { requireAssistant } from './call-problem.ts'
import { createConnectionWatch } from './connection-watch.ts'
import { createVoiceCall } from './create-voice-call.ts'
import { WITHOUT_NOISE_CANCELLATION } from './microphone-status.ts'
import { createRealtimeLink, type RealtimeLink } from './realtime-link.ts'
import { MOBILE_PERMISSION_WAIT_MS } from './start-stages.ts'
import { createPushToTalk } from './push-to-talk.ts'
import type { AttemptContext, CallAttempt, VoiceCall } from './voice-call.ts'

/** The dependencies of the built-in engine; tests replace them. */
export interface BuiltinCallDeps {
  /** Called inside the click that starts the call. */
  openAudio: () => CallAudio
  requestCall: (assistantId: string, signal: AbortSignal, continued: ContinuedCall) => Promise<StartCallResponse>
  isMobile: boolean
  /** Registers a listener for the browser's loss of network. Returns a function that removes it. */
  onOffline: (listener: () => void) => () => void
}

/**
 * For this long, the call waits for the answer to the browser's permission prompt; then it begins without a microphone.
 */
const PERMISSION_PATIENCE_MS = 10_000
/** If no answer has begun this long after a turn, the call stops showing that one is expected. */
const ANSWER_WITHIN_MS = 4_000

/** A call on the built-in engine, over `WS /v1/realtime`. */
export function createBuiltinCall(deps: BuiltinCallDeps): VoiceCall {
  return createVoiceCall((context) => beginBuiltinAttempt(context, deps))
}

/**
 * Runs the stages of starting a call; see `START_STAGES`.
 * @throws what `openAudio` throws
 */
function beginBuiltinAttempt(context: AttemptContext, deps: BuiltinCallDeps): CallAttempt {
  const { state, signal, report, stages } = context
  const audio = deps.openAudio()
  let link: RealtimeLink | null = null
  let voice: AssistantVoice | null = null
  let unanswered: ReturnType<typeof setTimeout> | undefined

  const send: RealtimeLink['send'] = (event) => link?.send(event)
  const isLive = () => state().phase === 'live'

  const pushToTalk = createPushToTalk({
    send,
    onSaid: () => report({ type: 'speech-ended' }),
    onTooShort() {
      report({ type: 'speech-dismissed' })
      report({ type: 'notice', text: 'Hold the button for as long as you speak, then let go.' })
    },
  })
  const connection = createConnectionWatch({
    ping: () => send({ type: 'voxhall.ping' }),
    onLost: () => report({ type: 'ended', reason: 'connection-lost' }),
    onOffline: deps.onOffline,
  })
  const microphone = createCallMicrophone({
    audio,
    onStatus: (status) => report({ type: 'microphone', status }),
    onFrame: sendFrame,
    onFallback: () => report({ type: 'notice', text: WITHOUT_NOISE_CANCELLATION }),
  })

  /** Sends a frame of the capture worklet to the socket, unless the microphone is muted or push-to-talk is released. */
  function sendFrame(frame: Int16Array): void {
    const now = state()
    if (now.phase !== 'live' || now.sound === 'muted' || !now.listening) return
    if (now.pushToTalk && !pushToTalk.takesFrame()) return
    send({ type: 'input_audio_buffer.append', audio: encodePcm16Base64(frame) })
  }

  function receive(event: ServerEvent): void {
    voice?.receive(event)
    connection.heard()
    watchAnswer(event)
    // Only our own server sends this event, and so answers pings.
    if (event.type === 'voxhall.call.started') connection.start()
    if (event.type === 'error' && event.error.code === BUSY_ANSWERING) {
      // The current answer is cut off in favour of the newer question.
      voice?.interrupt()
      send({ type: 'response.cancel' })
      send({ type: 'response.create' })
    }
    for (const one of callEventsOf(event, performance.now())) report(one)
  }

  function watchAnswer({ type }: ServerEvent): void {
    const isSaid = type === 'conversation.item.input_audio_transcription.completed'
    if (isSaid || type === 'response.created' || type === 'input_audio_buffer.speech_started') clearTimeout(unanswered)
    if (isSaid) unanswered = setTimeout(() => report({ type: 'speech-dismissed' }), ANSWER_WITHIN_MS)
  }

  /** Ends the caller's turn here, so that it is answered. */
  function endSentence(): void {
    if (isLive()) send({ type: 'voxhall.input_audio.ended' })
  }

  /** Does the same when the push-to-talk button may be held down. */
  function endSound(): void {
    pushToTalk.release()
    endSentence()
  }

  function createVoice(): AssistantVoice {
    const answerLine = (id: string, content: string) =>
      ({ id, role: 'assistant', content, partial: true, interrupted: false }) as const
    return createAssistantVoice({
      createSpeaker: (events) => audio.createSpeaker(events),
      send,
      onSpeaking: (on) => report({ type: 'assistant-speaking', on }),
      onHeard: (id, content) => report({ type: 'line', line: answerLine(id, content) }),
      onOver(id, { content, interrupted }) {
        report({ type: 'line', line: { ...answerLine(id, content.trim()), partial: false, interrupted } })
        if (!interrupted) report({ type: 'assistant-finished' })
      },
    })
  }

  async function run(): Promise<void> {
    stages.enter('validation')
    const assistantId = requireAssistant(context.assistantId)
    stages.enter('initialization')
    await audio.ready
    stages.enter('web-call-creation')
    const now = state()
    const continued = (now.phase === 'starting' ? now.resumable : null) ?? {}
    const granted = await deps.requestCall(assistantId, signal, continued)
    stages.enter('daily-call-object-creation')
    report({
      type: 'granted',
      isDemo: granted.isDemo,
      call: { continues: granted.callId, continuesToken: granted.token },
    })
    voice = createVoice()
    link = createRealtimeLink({
      url: granted.url,
      token: granted.token,
      onEvent: receive,
      onLost: () => report({ type: 'ended', reason: 'connection-lost' }),
    })
    stages.enter('mobile-permissions')
    if (deps.isMobile) await pause(MOBILE_PERMISSION_WAIT_MS, signal)
    if (state().listening) await Promise.race([microphone.ask(), pause(PERMISSION_PATIENCE_MS, signal)])
    stages.enter('daily-call-join')
    await link.open()
    stages.enter('video-recording-setup')
    stages.complete(true)
    report({ type: 'joined' })
    if (state().pushToTalk) send(turnTaking(true))
    send({ type: 'voxhall.player.pausable' })
    // Sent before anything was said, this makes the server play the assistant's first message.
    send({ type: 'response.create' })
    stages.enter('audio-observer-setup')
    stages.enter('audio-processing-setup')
    stages.complete()
    context.onStarted()
  }

  run().catch(context.fail)

  return {
    applySound(event) {
      switch (event.type) {
        case 'mute':
          microphone.setMuted(event.on)
          return event.on ? endSound() : undefined
        case 'push-to-talk':
          pushToTalk.reset()
          endSentence()
          if (isLive()) send(turnTaking(event.on))
          return
        case 'hold':
          voice?.interrupt()
          pushToTalk.hold()
          return report({ type: 'speech-started' })
        case 'release':
          return pushToTalk.release()
        case 'listen':
          if (event.on) return void microphone.ask()
          endSound()
          microphone.release()
      }
    },
    sendText(id, text) {
      voice?.interrupt()
      const content = [{ type: 'input_text', text }]
      send({ type: 'conversation.item.create', item: { id, type: 'message', role: 'user', content } })
      send({ type: 'response.create' })
    },
    submitForm(id, values) {
      voice?.interrupt()
      send({ type: 'voxhall.form.submitted', id, values })
    },
    dismissForm: (id) => send({ type: 'voxhall.form.dismissed', id }),
    retryMicrophone: () => void microphone.ask(),
    interrupt: () => voice?.interrupt(),
    mouth: () => voice?.mouth() ?? { kind: 'closed' },
    wave(into) {
      if (voice === null) into.fill(0)
      else voice.wave(into)
    },
    close() {
      voice?.stop()
      pushToTalk.reset()
      clearTimeout(unanswered)
      connection.stop()
      link?.close()
      microphone.close()
      audio.close()
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
