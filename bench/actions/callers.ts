import { once } from 'node:events'
import { WebSocket } from 'ws'
import { startCallResponseSchema } from '#contract/calls.ts'
import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import type { ActionForm } from '#contract/realtime.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { createResampler } from '#contract/resample.ts'
import { frameText } from '../../server/src/voice/realtime/client-frame.ts'
import { synthesise } from '../../server/src/voice/tts/flite.ts'
import { call, type Caller } from '../voice/caller.ts'
import { clipOf } from '../voice/clips.ts'
import { ORIGIN } from './business.ts'
import { askedIn, type ScriptedPerson } from './scripted-people.ts'
import { createSpeaker, type Act, type Booked } from './speakers.ts'
import { asSpoken, voiceOf } from './spoken-lines.ts'

export interface Held {
  callId: string
  /** The lines of the conversation, the caller's first. In spoken calls, with what was recognised. */
  lines: string[]
  /** Whether the caller was told that the appointment or message was stored. */
  isTold: boolean
  isCutOff: boolean
  /** The number of spoken turns, and of those in which nothing was recognised. */
  spoken: number
  refused: number
  /** The caller's booking, for a later call. */
  booked?: Booked | undefined
}

interface Answered {
  answer: string
  /** The recognised text of each stretch of the caller's speech. */
  heard?: readonly string[]
}

/** The caller's side of a call. @throws Error when the connection is lost, or no answer comes */
export interface Line {
  act(act: Act): Promise<Answered>
  form(): ActionForm | null
  hangUp(): void
}

const PATIENCE_MS = 30_000
const SILENCE_MS = 5_000
const MOST_TURNS = 14

async function grant(port: number, assistantId: string) {
  const url = `http://127.0.0.1:${port}/api/own-assistants/${assistantId}/calls`
  const response = await fetch(url, { method: 'POST', headers: { Origin: ORIGIN } })
  if (!response.ok) throw new Error(`no call: ${response.status} ${await response.text()}`)
  return startCallResponseSchema.parse(await response.json())
}

/**
 * Holds a call as the scripted person would.
 * @param booked the booking from an earlier call of the same person, who now wants to change it
 */
export async function holdCall(
  port: number,
  assistantId: string,
  person: ScriptedPerson,
  booked: Booked | undefined,
): Promise<Held> {
  try {
    const { callId, token } = await grant(port, assistantId)
    return await converse(
      callId,
      () => (person.isSpoken ? speakOn(port, token, person) : typeOn(port, token)),
      person,
      booked,
    )
  } catch (error) {
    return { ...silent(''), lines: [String(error)], isCutOff: true, booked }
  }
}

const silent = (callId: string): Held => ({ callId, lines: [], isTold: false, isCutOff: false, spoken: 0, refused: 0 })

export async function converse(
  callId: string,
  open: () => Promise<Line>,
  person: ScriptedPerson,
  booked: Booked | undefined,
): Promise<Held> {
  const held = silent(callId)
  const speaker = createSpeaker(person, booked)
  const before = booked !== undefined
  let line: Line | undefined
  try {
    line = await open()
    let act: Act | undefined = { say: booked && person.afterwards ? person.afterwards.opening : person.opening }
    await person.before?.(undefined)
    while (act !== undefined && held.lines.length < 2 * MOST_TURNS) {
      const said = await line.act(act)
      const { heard } = said
      const answer = said.answer || (held.lines.at(-1) ?? '')
      held.lines.push('fill' in act ? JSON.stringify(act.fill) : `${act.say}${heard ? `  [${heard.join('] [')}]` : ''}`, answer) // oxfmt-ignore
      if (heard) held.spoken += 1
      if (heard?.every((text) => text === '')) held.refused += 1
      act = speaker.answerTo(answer, line.form())
      held.isTold = speaker.isToldKept() && !before
      await person.before?.(askedIn(answer))
    }
  } catch (error) {
    held.isCutOff = true
    held.lines.push(String(error))
  }
  line?.hangUp()
  held.booked = speaker.booked()
  return held
}

async function typeOn(port: number, token: string): Promise<Line> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/realtime`, { headers: { authorization: `Bearer ${token}` } })
  socket.on('error', () => undefined)
  const send = (event: object) => socket.send(JSON.stringify(event))
  await once(socket, 'open')
  send({ type: 'session.update', session: { type: 'realtime', output_modalities: ['text'] } })
  return {
    form: () => null,
    act: (act) =>
      new Promise((resolve, reject) => {
        const text = 'say' in act ? act.say : ''
        let answer = ''
        const timer = setTimeout(() => end(() => reject(new Error('no answer'))), PATIENCE_MS)
        const onClose = () => end(() => reject(new Error('the line is dead')))
        const onMessage = (data: Buffer) => {
          const event = JSON.parse(frameText(data)) as { type: string; text?: string }
          if (event.type === 'response.output_text.done') answer = event.text ?? ''
          if (event.type === 'response.done') end(() => resolve({ answer }))
        }
        const end = (then: () => void) => {
          clearTimeout(timer)
          socket.off('message', onMessage).off('close', onClose)
          then()
        }
        socket.on('message', onMessage).on('close', onClose)
        if (socket.readyState !== socket.OPEN) return onClose()
        const content = [{ type: 'input_text', text }]
        send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } })
        send({ type: 'response.create' })
      }),
    hangUp: () => socket.close(),
  }
}

/** A caller who speaks with a synthetic voice, and fills in the panel's form for values that are hard to say. */
async function speakOn(port: number, token: string, person: ScriptedPerson): Promise<Line> {
  const caller = await call(port, token)
  let form: ActionForm | null = null
  caller.listen((event) => {
    if (event.type === 'voxhall.form') form = event.form
  })
  await answerTo(caller, () => caller.send({ type: 'response.create' }))
  return {
    form: () => form,
    act(act) {
      if ('say' in act)
        return answerTo(caller, async () => void (await caller.say(clipOf(await soundOf(act.say, person)))))
      return answerTo(caller, () =>
        caller.send({ type: 'voxhall.form.submitted', id: form?.id ?? '', values: act.fill }),
      )
    },
    hangUp: () => caller.hangUp(),
  }
}

/** Includes the caller's own words, and the reading back of all values, which takes up to twenty seconds. */
const ANSWER_PATIENCE_MS = 60_000

async function answerTo(caller: Caller, act: () => void | Promise<void>): Promise<Answered> {
  let answer = ''
  let heard: string[] | undefined
  const stop = caller.listen((event) => {
    if (event.type === 'response.output_audio_transcript.done') answer = event.transcript
    if (event.type === 'conversation.item.input_audio_transcription.completed') (heard ??= []).push(event.transcript)
  })
  const done = caller.next('response.done', undefined, ANSWER_PATIENCE_MS)
  // It may reject before it is awaited below; this keeps that from being an unhandled rejection.
  done.catch(() => undefined)
  let isAnswered = false
  const stopWaiting = caller.listen((event) => (isAnswered ||= event.type === 'response.created'))
  try {
    await act()
    // Speech that was taken for noise gets no answer, so the caller repeats it.
    await Promise.race([done, delay(SILENCE_MS)])
    if (isAnswered) await done
    else heard ??= ['']
  } finally {
    stop()
    stopWaiting()
  }
  return { answer, ...(heard && { heard }) }
}

/** 24 kHz. */
export async function soundOf(text: string, person: ScriptedPerson): Promise<Float32Array> {
  const { samples, sampleRate } = await synthesise(asSpoken(text), voiceOf(person))
  return createResampler(sampleRate, SAMPLE_RATE_HZ).push(samples)
}
