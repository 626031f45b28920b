import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { WebSocket } from 'ws'
import type { ServerEvent } from '#contract/realtime.ts'
import { encodePcm16Base64 } from '../../server/src/voice/audio/pcm16.ts'
import { frameText } from '../../server/src/voice/realtime/client-frame.ts'
import { FRAME_MS, type Clip } from './clips.ts'

const SILENCE = encodePcm16Base64(new Float32Array((SAMPLE_RATE_HZ * FRAME_MS) / 1000))

type Sound = Pick<Clip, 'frames' | 'firstVoicedMs' | 'lastVoicedMs'>

interface SpokenClip {
  /** The `performance.now()` at which the clip's first and last voiced sounds were sent. */
  firstVoicedAtMs: number
  lastVoicedAtMs: number
}

/** A simulated caller: its microphone sends sound in real time until it hangs up, with silence between clips. */
export interface Caller {
  say(clip: Sound): Promise<SpokenClip>
  /**
   * The next event of this type that meets the condition.
   * @throws {Error} if none comes in time, or the connection is lost
   */
  next<Type extends ServerEvent['type']>(
    type: Type,
    fits?: (event: Extract<ServerEvent, { type: Type }>) => boolean,
    patienceMs?: number,
  ): Promise<{ event: Extract<ServerEvent, { type: Type }>; atMs: number }>
  send(event: object): void
  /** @returns a function that stops listening */
  listen(listener: (event: ServerEvent) => void): () => void
  hangUp(): void
}

const PATIENCE_MS = 15_000

/** @param token the token of a call that was admitted */
export async function call(port: number, token: string): Promise<Caller> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/realtime`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const listeners = new Set<(event: ServerEvent, atMs: number) => void>()
  socket.on('message', (data) => {
    const atMs = performance.now()
    // Not validated with the schema, to leave the processor to the engine under test.
    const event = JSON.parse(frameText(data)) as ServerEvent
    for (const listener of listeners) listener(event, atMs)
  })
  const dead = Promise.withResolvers<never>()
  // Nothing waits for the rejection if the connection is lost while no event is awaited.
  dead.promise.catch(() => undefined)
  socket.on('close', () => dead.reject(new Error('The line is dead')))
  // Each error is followed by `close`.
  socket.on('error', () => undefined)
  const send = (event: object) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(event))
  }

  let speaking: { clip: Sound; frame: number; startedAtMs: number; done: (spoken: SpokenClip) => void } | undefined
  const startedAtMs = performance.now()
  let framesSent = 0
  const pump = setInterval(() => {
    // Frames follow the clock, because a busy machine delays timers.
    while (framesSent * FRAME_MS < performance.now() - startedAtMs) {
      framesSent += 1
      send({ type: 'input_audio_buffer.append', audio: nextFrame() })
    }
  }, FRAME_MS / 2)

  function nextFrame(): string {
    if (!speaking) return SILENCE
    if (speaking.frame === 0) speaking.startedAtMs = performance.now()
    const frame = speaking.clip.frames[speaking.frame++] ?? SILENCE
    if (speaking.frame >= speaking.clip.frames.length) {
      // A frame is sent when its last sample would have been spoken, so its first one was spoken FRAME_MS earlier.
      const { clip, done, startedAtMs: from } = speaking
      speaking = undefined
      done({
        firstVoicedAtMs: from + clip.firstVoicedMs - FRAME_MS,
        lastVoicedAtMs: from + clip.lastVoicedMs - FRAME_MS,
      })
    }
    return frame
  }

  const caller: Caller = {
    say: (clip) => new Promise((resolve) => (speaking = { clip, frame: 0, startedAtMs: 0, done: resolve })),
    next: (type, fits = () => true, patienceMs = PATIENCE_MS) =>
      new Promise((resolve, reject) => {
        dead.promise.catch(reject)
        const timer = setTimeout(() => {
          listeners.delete(listener)
          reject(new Error(`No ${type} within ${patienceMs} ms`))
        }, patienceMs)
        const listener = (event: ServerEvent, atMs: number) => {
          if (event.type !== type) return
          const wanted = event as Extract<ServerEvent, { type: typeof type }>
          if (!fits(wanted)) return
          clearTimeout(timer)
          listeners.delete(listener)
          resolve({ event: wanted, atMs })
        }
        listeners.add(listener)
      }),
    send,
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    hangUp() {
      clearInterval(pump)
      socket.close()
    },
  }
  await caller.next('session.created')
  send({ type: 'voxhall.player.pausable' })
  return caller
}
