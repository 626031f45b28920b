import { setTimeout as delay } from 'node:timers/promises'
import { call, type Caller } from './caller.ts'
import type { Clip } from './clips.ts'

export interface Measured {
  /** From the end of speech to the first audio at the caller, including the silence that ends the turn. */
  turnGapsMs: number[]
  /** The engine's share: from the end of the turn (endpoint) to the first audio sent. */
  engineMs: number[]
  /** The part of that until the words are known. */
  wordsMs: number[]
  /** From the beginning of speech to the event that tells the caller to stop playing. */
  bargeInMs: number[]
  failures: number
}

const QUIET_MS = 700
const LISTENING_MS = 1_000
const GREETING_MS = 3_000

/** Simulates a person who asks, listens for a moment, interrupts with the next question, and so on. */
export async function converse(
  port: number,
  clips: readonly Clip[],
  turns: number,
  seed: number,
  measured: Measured,
): Promise<void> {
  const assistantId = clips[seed % clips.length]?.assistantId ?? 'healthcare'
  const own = clips.filter((clip) => clip.assistantId === assistantId && clip.entryId !== null)
  const caller = await call(port, `ek_${assistantId}`)
  try {
    await greet(caller)
    for (let turn = 0; turn < turns; turn += 1) {
      const clip = own[(turn + seed) % own.length]
      if (clip) await takeTurn(caller, clip, turn % 2 === 1, measured)
      if (turn % 2 === 1) await fallSilent(caller)
    }
  } catch {
    measured.failures += 1
  } finally {
    caller.hangUp()
  }
}

/** Lets the assistant greet and interrupts the greeting, as a person would. */
async function greet(caller: Caller): Promise<void> {
  const begun = caller.next('response.output_audio.delta')
  caller.send({ type: 'response.create' })
  await begun
  await delay(GREETING_MS)
  await fallSilent(caller)
}

async function takeTurn(caller: Caller, clip: Clip, cutsIn: boolean, measured: Measured): Promise<void> {
  const held = cutsIn ? caller.next('voxhall.output_audio.held') : undefined
  held?.catch(() => undefined)
  const response = caller.next('response.created')
  const first = response.then(({ event }) =>
    caller.next('response.output_audio.delta', (delta) => delta.response_id === event.response.id),
  )
  first.catch(() => undefined)
  const spoken = await caller.say(clip)
  const { event, atMs } = await first
  measured.turnGapsMs.push(atMs - spoken.lastVoicedAtMs)
  if (held) measured.bargeInMs.push((await held).atMs - spoken.firstVoicedAtMs)
  caller.send({ type: 'voxhall.playback.started', item_id: event.item_id })
  const { event: timed } = await caller.next('voxhall.turn.timings', (timing) => timing.item_id === event.item_id)
  const { endpointMs, textMs, firstAudioSentMs } = timed.timings
  if (endpointMs !== undefined && textMs !== undefined && firstAudioSentMs !== undefined) {
    measured.engineMs.push(firstAudioSentMs - endpointMs)
    measured.wordsMs.push(textMs - endpointMs)
  }
  await delay(LISTENING_MS)
}

async function fallSilent(caller: Caller): Promise<void> {
  const done = caller.next('response.done')
  caller.send({ type: 'response.cancel' })
  await done
  await delay(QUIET_MS)
}
