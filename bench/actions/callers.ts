import { once } from 'node:events'
import { WebSocket } from 'ws'
import { startCallResponseSchema } from '#contract/calls.ts'
import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import type { ActionForm } from '#contract/realtime.ts'
import { createResampler } from '#contract/resample.ts'
import { frameText } from '../../server/src/voice/realtime/frame-text.ts'
import { synthesise } from '../../server/src/voice/tts/flite.ts'
import { call, type Caller } from '../voice/caller.ts'
import { clipOf } from '../voice/clips.ts'
import { ORIGIN } from './business.ts'
import { askedIn, isToldKept, type ScriptedPerson } from './scripted-people.ts'

export interface Held {
  callId: string
  /** What was said, in order; the caller first, then alternating. */
  lines: string[]
  /** Whether the caller was told that the appointment or message was stored. */
  isTold: boolean
  isCutOff: boolean
}

/**
 * A connection to a call: says a line and returns the answer.
 * @throws {Error} if the connection is closed or no answer comes
 */
interface Line {
  say(text: string): Promise<string>
  hangUp(): void
}

const PATIENCE_MS = 30_000
const MOST_TURNS = 14

async function grant(port: number, assistantId: string) {
  const url = `http://127.0.0.1:${port}/api/own-assistants/${assistantId}/calls`
  const response = await fetch(url, { method: 'POST', headers: { Origin: ORIGIN } })
  if (!response.ok) throw new Error(`no call: ${response.status} ${await response.text()}`)
  return startCallResponseSchema.parse(await response.json())
}

/** Makes a call that follows the person's script. */
export async function holdCall(port: number, assistantId: string, person: ScriptedPerson): Promise<Held> {
  const held: Held = { callId: '', lines: [], isTold: false, isCutOff: false }
  let line: Line | undefined
  try {
    const granted = await grant(port, assistantId)
    held.callId = granted.callId
    line = await (person.isSpoken ? speakOn(port, granted.token, person) : typeOn(port, granted.token))
    const said = new Map<string, number>()
    let text: string | undefined = person.opening
    while (text !== undefined && held.lines.length < 2 * MOST_TURNS) {
      held.lines.push(text)
      const answer = await line.say(text)
      held.lines.push(answer)
      held.isTold ||= isToldKept(answer)
      const asked = askedIn(answer)
      if (held.isTold || asked === undefined) break
      const times = said.get(asked) ?? 0
      said.set(asked, times + 1)
      if (person.leavesAt === asked && times > 0) break
      text = person.answers[asked]?.at(Math.min(times, person.answers[asked].length - 1))
    }
  } catch (error) {
    held.isCutOff = true
    held.lines.push(String(error))
  }
  line?.hangUp()
  return held
}

async function typeOn(port: number, token: string): Promise<Line> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/realtime`, { headers: { authorization: `Bearer ${token}` } })
  socket.on('error', () => undefined)
  const send = (event: object) => socket.send(JSON.stringify(event))
  await once(socket, 'open')
  send({ type: 'session.update', session: { type: 'realtime', output_modalities: ['text'] } })
  return {
    say: (text) =>
      new Promise((resolve, reject) => {
        let answer = ''
        const timer = setTimeout(() => end(() => reject(new Error('no answer'))), PATIENCE_MS)
        const onClose = () => end(() => reject(new Error('the line is dead')))
        const onMessage = (data: Buffer) => {
          const event = JSON.parse(frameText(data)) as { type: string; text?: string }
          if (event.type === 'response.output_text.done') answer = event.text ?? ''
          if (event.type === 'response.done') end(() => resolve(answer))
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

/**
 * Speaks with a built-in voice. When a form asks for a name, an e-mail address or a text, which the recogniser can't
 * transcribe, fills in the form instead.
 */
async function speakOn(port: number, token: string, person: ScriptedPerson): Promise<Line> {
  const caller = await call(port, token)
  let form: ActionForm | null = null
  caller.listen((event) => {
    if (event.type === 'voxhall.form') form = event.form
  })
  await answerTo(caller, () => caller.send({ type: 'response.create' }))
  return {
    say(text) {
      const open = form
      const unheard = open?.fields.filter(({ kind, value }) => /^(?:name|email|text)$/.test(kind) && value === '') ?? []
      if (open && unheard.length > 0) {
        const all = person.expected ?? {}
        const values = Object.fromEntries(unheard.map(({ id }) => [id, all[id] ?? text]))
        return answerTo(caller, () => caller.send({ type: 'voxhall.form.submitted', id: open.id, values }))
      }
      return answerTo(caller, async () => void (await caller.say(clipOf(await soundOf(asSpoken(text))))))
    },
    hangUp: () => caller.hangUp(),
  }
}

/** Spells out digits and times as they are spoken, and removes the name, which is given in the form instead. */
function asSpoken(text: string): string {
  return text
    .replace(/\. My name is .*$/, '')
    .replace(/\(?\d{3}\)?[- ]?\d{3}[- ]?\d{4}/, (digits) => [...digits.replaceAll(/\D/g, '')].join(' '))
    .replace(
      /\b(\d{1,2})(?:[:.](\d\d))? ?([ap])\.?m\b\.?/gi,
      (_, hour: string, minutes = '00', half: string) => `${hour} ${minutes === '00' ? '' : minutes} ${half} m`,
    )
}

async function answerTo(caller: Caller, act: () => void | Promise<void>): Promise<string> {
  let transcript = ''
  const stop = caller.listen((event) => {
    if (event.type === 'response.output_audio_transcript.done') transcript = event.transcript
  })
  const done = caller.next('response.done')
  // It may reject before it is awaited below; this keeps that from being an unhandled rejection.
  done.catch(() => undefined)
  try {
    await act()
    await done
  } finally {
    stop()
  }
  return transcript
}

async function soundOf(text: string): Promise<Float32Array> {
  const { samples, sampleRate } = await synthesise(text, { voice: 'slt' })
  return createResampler(sampleRate, SAMPLE_RATE_HZ).push(samples)
}
