import { randomUUID } from 'node:crypto'
import type { RawData, WebSocket } from 'ws'
import type { CallEndReason } from '#contract/realtime.ts'
import { createCallSession, type CallSession } from '../call/call-session.ts'
import type { CallOutput } from '../call/call-output.ts'
import { createCallSpending } from '../spending.ts'
import type { AdmittedCall, VoiceParts } from '../call-ports.ts'
import { nextSlice } from '../../infra/in-slices.ts'
import { carryOut, type CommandContext } from './client-commands.ts'
import { frameText, parseFrame, readEvent, sizeOf } from './client-frame.ts'
import { cutWhenDead } from './dead-socket.ts'
import { createEffectiveSession } from './effective-session.ts'
import { createFrameBudget } from './frame-budget.ts'
import { toWireEvents, type WireEvent } from './server-events.ts'
import { errorEvent, INTERNAL_ERROR, WireError } from './wire-error.ts'

/** The server does not wait for a client that doesn't read: beyond this much unsent data, the call ends. */
const MAX_UNSENT_BYTES = 2 * 1024 * 1024
/** One second of audio. */
const LARGE_FRAME_BYTES = 64 * 1024
const CLOSE_NORMAL = 1000
const CLOSE_GOING_AWAY = 1001
const CLOSE_POLICY = 1008

/**
 * Connects one socket with its call; when either ends, so does the other.
 * @returns the call, so that it can be ended from outside
 */
export function serveConnection(socket: WebSocket, admitted: AdmittedCall, parts: VoiceParts): CallSession {
  const session = createEffectiveSession({
    sessionId: `sess_${admitted.callId}`,
    model: `voxhall/${admitted.assistant.id}`,
    voiceId: admitted.assistant.voiceId,
  })
  let over = false
  const budget = createFrameBudget()

  const send = (event: WireEvent) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > MAX_UNSENT_BYTES) return socket.terminate()
    socket.send(JSON.stringify({ ...event, event_id: `event_${randomUUID().replaceAll('-', '').slice(0, 20)}` }))
  }

  // The first event, because all later ones refer to this session.
  send({ type: 'session.created', session: session.view() })
  send({ type: 'voxhall.call.started', call_id: admitted.callId, limit_ms: admitted.limitMs })

  const { caller } = admitted
  const call = createCallSession({
    ...admitted,
    brain: parts.brain,
    // `caller` is the key by which the fair queue divides the workers among callers.
    recogniser: {
      ...parts.recogniser,
      open: (grammar, request) => parts.recogniser.open(grammar, { ...request, caller }),
    },
    synthesiser: { ...parts.synthesiser, speak: (request, signal) => parts.synthesiser.speak({ ...request, caller }, signal) }, // oxfmt-ignore
    spending: admitted.spending ?? createCallSpending({ fixedMicros: Infinity }),
    onFault: (where, error) => parts.onFault(admitted.callId, where, error),
    emit(output: CallOutput) {
      for (const event of toWireEvents(output)) send(event)
      if (output.type === 'ended') hangUp(output.reason)
    },
  })
  admitted.watchLimit?.((limitMs) => call.setLimit(limitMs))
  admitted.watchEnd?.((reason) => void call.end(reason))
  const context: CommandContext = { call, session, audioMs: 0, send }

  cutWhenDead(socket)

  function hangUp(reason: CallEndReason): void {
    over = true
    socket.close(reason === 'server-stopping' ? CLOSE_GOING_AWAY : CLOSE_NORMAL, reason)
  }

  function receive(data: RawData, isBinary: boolean): void {
    const bytes = sizeOf(data)
    let eventId: string | undefined
    if (over) return
    try {
      if (!budget.takeFrame(bytes)) throw tooFast()
      if (isBinary)
        throw new WireError(
          'invalid_frame',
          'Frames must be JSON text; audio goes as base64 in input_audio_buffer.append.',
        )
      const frame = parseFrame(frameText(data))
      eventId = frame.eventId
      const event = readEvent(frame)
      if (event.type !== 'input_audio_buffer.append' && !budget.takeCommand()) throw tooFast()
      carryOut(event, context)
    } catch (error) {
      if (error instanceof WireError) send(errorEvent(error, eventId))
      else {
        parts.onFault(admitted.callId, 'frame', error)
        send(INTERNAL_ERROR)
      }
      if (budget.takeMistake(bytes)) return
      // Frames that the socket has already received are ignored.
      over = true
      socket.close(CLOSE_POLICY, 'too many invalid frames')
    }
  }

  /** Large frames take this thread some time, so only one of them is handled per turn of the event loop, over all sockets. */
  const backlog: { data: RawData; isBinary: boolean }[] = []
  async function workOff(): Promise<void> {
    // Reading from the network stops meanwhile; what was already received still ends up in the backlog.
    socket.pause()
    for (let next = backlog[0]; next && !over; next = backlog[0]) {
      if (isLarge(next.data)) await nextSlice()
      receive(next.data, next.isBinary)
      backlog.shift()
    }
    backlog.length = 0
    socket.resume()
  }

  socket.on('message', (data, isBinary) => {
    if (over) return
    if (backlog.length === 0 && !isLarge(data)) return receive(data, isBinary)
    backlog.push({ data, isBinary })
    if (backlog.length === 1) void workOff()
  })
  // A frame larger than MAX_FRAME_BYTES causes an error before it is complete; the library then closes the socket
  // (1009).
  socket.on('error', () => undefined)
  socket.on('close', (code) => {
    void call.end(
      code === CLOSE_NORMAL || code === CLOSE_GOING_AWAY || code === 1005 ? 'person-ended' : 'connection-lost',
    )
  })
  return call
}

function isLarge(data: RawData): boolean {
  return sizeOf(data) > LARGE_FRAME_BYTES
}

function tooFast(): WireError {
  return new WireError('rate_limit_exceeded', 'Too many events at once. This one was dropped; slow down a little.')
}
