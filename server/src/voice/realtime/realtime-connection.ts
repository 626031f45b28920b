import { randomUUID } from 'node:crypto'
import type { WebSocket } from 'ws'
import { clientEventSchema, MAX_FRAME_CHARACTERS, type CallEndReason, type ClientEvent } from '#contract/realtime.ts'
import { createCallSession, type CallSession } from '../call/call-session.ts'
import type { CallOutput } from '../call/call-output.ts'
import type { AdmittedCall, VoiceParts } from '../voice-engine.ts'
import { carryOut, type CommandContext } from './client-commands.ts'
import { createEffectiveSession } from './effective-session.ts'
import { createFrameBudget } from './frame-budget.ts'
import { frameText } from './frame-text.ts'
import { toWireEvents, type WireEvent } from './server-events.ts'
import { errorEvent, INTERNAL_ERROR, WireError } from './wire-error.ts'

const PING_EVERY_MS = 10_000
/** A client that doesn't read is not waited for: past this much unsent data its call ends. */
const MAX_UNSENT_BYTES = 8 * 1024 * 1024
/** This many mistakes in a row are not a client any more. */
const MAX_MISTAKES = 100
const CLOSE_NORMAL = 1000
const CLOSE_GOING_AWAY = 1001
const CLOSE_POLICY = 1008

/**
 * One socket and its call. The call ends with the socket and the socket with the call, whoever goes first.
 * @returns how to end it from outside.
 */
export function serveConnection(socket: WebSocket, admitted: AdmittedCall, parts: VoiceParts): CallSession {
  const session = createEffectiveSession({
    sessionId: `sess_${admitted.callId}`,
    model: `voxhall/${admitted.assistant.id}`,
    voiceId: admitted.assistant.voiceId,
  })
  let alive = true
  let mistakes = 0
  let over = false
  const budget = createFrameBudget()

  const send = (event: WireEvent) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > MAX_UNSENT_BYTES) return socket.terminate()
    socket.send(JSON.stringify({ ...event, event_id: `event_${randomUUID().replaceAll('-', '').slice(0, 20)}` }))
  }

  // Told first of all: whatever follows belongs to this session.
  send({ type: 'session.created', session: session.view() })
  send({ type: 'voxhall.call.started', call_id: admitted.callId, limit_ms: admitted.limitMs })

  const call = createCallSession({
    ...parts,
    assistant: admitted.assistant,
    limitMs: admitted.limitMs,
    recorder: admitted.recorder,
    onFault: (where, error) => parts.onFault(admitted.callId, where, error),
    emit(output: CallOutput) {
      for (const event of toWireEvents(output)) send(event)
      if (output.type === 'ended') hangUp(output.reason)
    },
  })
  admitted.watchLimit?.((limitMs) => call.setLimit(limitMs))
  const context: CommandContext = { call, session, audioMs: 0, send }

  const ping = setInterval(() => {
    if (!alive) return socket.terminate()
    alive = false
    socket.ping()
  }, PING_EVERY_MS)

  function hangUp(reason: CallEndReason): void {
    over = true
    clearInterval(ping)
    socket.close(reason === 'server-stopping' ? CLOSE_GOING_AWAY : CLOSE_NORMAL, reason)
  }

  function receive(data: string): void {
    if (data.length > MAX_FRAME_CHARACTERS) {
      throw new WireError(
        'frame_too_large',
        `A frame may have ${MAX_FRAME_CHARACTERS / 1024 / 1024} MiB. Send it in parts. Nothing of this one was used.`,
      )
    }
    const event = readEvent(data)
    if (event.type !== 'input_audio_buffer.append' && !budget.takeCommand()) throw tooFast()
    carryOut(event, context)
    mistakes = 0
  }

  socket.on('pong', () => (alive = true))
  socket.on('message', (data, isBinary) => {
    alive = true
    if (over) return
    try {
      if (!budget.takeFrame()) throw tooFast()
      if (isBinary)
        throw new WireError(
          'invalid_frame',
          'Frames must be JSON text; audio goes as base64 in input_audio_buffer.append.',
        )
      receive(frameText(data))
    } catch (error) {
      if (!(error instanceof WireError)) {
        parts.onFault(admitted.callId, 'frame', error)
        return send(INTERNAL_ERROR)
      }
      send(errorEvent(error, clientEventId(frameText(data))))
      mistakes += 1
      if (mistakes >= MAX_MISTAKES) socket.close(CLOSE_POLICY, 'too many invalid frames')
    }
  })
  // A frame over the protocol's own limit ends here; the library closes the socket (1009).
  socket.on('error', () => undefined)
  socket.on('close', (code) => {
    clearInterval(ping)
    void call.end(
      code === CLOSE_NORMAL || code === CLOSE_GOING_AWAY || code === 1005 ? 'person-ended' : 'connection-lost',
    )
  })
  return call
}

function tooFast(): WireError {
  return new WireError('rate_limit_exceeded', 'Too many events at once. This one was dropped; slow down a little.')
}

function readEvent(data: string): ClientEvent {
  const json = parseJson(data)
  if (json === undefined) throw new WireError('invalid_json', 'That frame is not JSON.')
  const parsed = clientEventSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const param = issue?.path.join('.')
  throw new WireError(
    'invalid_event',
    `That event could not be read: ${param ? `${param}: ` : ''}${issue?.message ?? 'unknown form'}.`,
    param,
  )
}

function parseJson(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

/** So that a client can tell which of its events was refused. */
function clientEventId(data: string): string | undefined {
  const json = parseJson(data)
  const id = typeof json === 'object' && json !== null && 'event_id' in json ? json.event_id : undefined
  return typeof id === 'string' ? id.slice(0, 512) : undefined
}
