import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { WebSocket } from 'ws'
import type { ServerEvent } from '#contract/realtime.ts'
import { encodePcm16Base64 } from '../../server/src/voice/audio/pcm16.ts'
import { frameText } from '../../server/src/voice/realtime/frame-text.ts'
import { FRAME_MS, type Clip } from './clips.ts'

const SILENCE = encodePcm16Base64(new Float32Array((SAMPLE_RATE_HZ * FRAME_MS) / 1000))

type Sound = Pick<Clip, 'frames' | 'firstVoicedMs' | 'lastVoicedMs'>

export interface SpokenClip {
  /** Moments of `performance.now()` at which these sounds of the clip were sent. */
  firstVoicedAtMs: number
  lastVoicedAtMs: number
}

/** A caller's microphone: sends sound in real time for as long as the call lasts, silence between the clips. */
export interface Caller {
  say(clip: Sound): Promise<SpokenClip>
  /** The next event that fits, from now on. @throws Error when none comes in time. */
  next<Type extends ServerEvent['type']>(
    type: Type,
    fits?: (event: Extract<ServerEvent, { type: Type }>) => boolean,
  ): Promise<{ event: Extract<ServerEvent, { type: Type }>; atMs: number }>
  send(event: object): void
  /** @returns ends it */
  listen(listener: (event: ServerEvent) => void): () => void
  hangUp(): void
}

const PATIENCE_MS = 15_000

/** @param token of a call that was granted */
export async function call(port: number, token: string): Promise<Caller> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/realtime`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const listeners = new Set<(event: ServerEvent, atMs: number) => void>()
  socket.on('message', (data) => {
    const atMs = performance.now()
    // Not parsed by schema: the callers must not take the machine from the engine that is measured.
    const event = JSON.parse(frameText(data)) as ServerEvent
    for (const listener of listeners) listener(event, atMs)
  })
  const send = (event: object) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(event))
  }

  let speaking: { clip: Sound; frame: number; startedAtMs: number; done: (spoken: SpokenClip) => void } | undefined
  const startedAtMs = performance.now()
  let framesSent = 0
  const pump = setInterval(() => {
    // By the clock, not by the timer's beats, which a busy machine delays.
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
      // A frame is sent when its last sample was "spoken".
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
    next: (type, fits = () => true) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          listeners.delete(listener)
          reject(new Error(`No ${type} within ${PATIENCE_MS} ms`))
        }, PATIENCE_MS)
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
