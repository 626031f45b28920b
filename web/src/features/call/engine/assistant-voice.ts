import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import type { ClientEvent, ServerEvent } from '#contract/realtime.ts'
import { decodePcm16Base64 } from '../audio/pcm16.ts'
import type { Speaker, SpeakerEvents } from '../audio/speaker.ts'
import { addSound, addWords, heardWords, newAnswer, type SpokenAnswer } from './spoken-answers.ts'
import type { MouthSource } from './voice-call.ts'

interface AssistantVoiceOptions {
  createSpeaker: (events: SpeakerEvents) => Speaker
  send: (event: ClientEvent) => void
  onSpeaking: (speaking: boolean) => void
  /** Called as the answer is played, with the part heard so far. */
  onHeard: (itemId: string, content: string) => void
  /** The answer is over. An answer that was played to its end does not count as interrupted. */
  onOver: (itemId: string, answer: { content: string; interrupted: boolean }) => void
}

/** A rest this short is played to its end instead of being cut, since a caller would not notice the difference. */
const TAIL_MS = 200
const FULL_LEVEL = 0.15

export type AssistantVoice = ReturnType<typeof createAssistantVoice>

/**
 * The assistant's voice in a call, on the browser's side: plays answers, keeps the captions in step with the sound, and
 * tells the server what was heard. When the caller speaks, it pauses at once; the server then decides whether it
 * resumes or is cut off (barge-in).
 */
export function createAssistantVoice(options: AssistantVoiceOptions) {
  const answers = new Map<string, SpokenAnswer>()
  /** Responses that the server has not completed. */
  const active = new Set<string>()
  /** Responses that were cut off; their late events are ignored. */
  const cut = new Set<string>()
  let paused = false
  let speaking = false

  const speaker = options.createSpeaker({
    started(itemId) {
      if (!answers.has(itemId) || paused) return
      setSpeaking(true)
      options.send({ type: 'voxhall.playback.started', item_id: itemId })
    },
    moved(itemId) {
      const answer = answers.get(itemId)
      const heard = answer === undefined ? '' : heardWords(answer, speaker.playedMs(itemId))
      if (answer === undefined || heard === answer.shown) return
      answer.shown = heard
      options.onHeard(itemId, heard)
    },
    paused: (itemId, playedMs) =>
      options.send({ type: 'voxhall.playback.paused', item_id: itemId, played_ms: Math.round(playedMs) }),
    drained(itemId) {
      const answer = answers.get(itemId)
      if (answer === undefined) return
      answer.played = true
      setSpeaking(false)
      finishIfHeard(answer)
    },
  })

  function setSpeaking(now: boolean): void {
    if (speaking === now) return
    speaking = now
    options.onSpeaking(now)
  }

  function answerOf(event: { response_id: string; item_id: string }): SpokenAnswer | null {
    if (cut.has(event.response_id)) return null
    const known = answers.get(event.item_id)
    if (known !== undefined) return known
    const answer = newAnswer(event.response_id, event.item_id)
    answers.set(event.item_id, answer)
    return answer
  }

  function answersOf(responseId: string): SpokenAnswer[] {
    return [...answers.values()].filter((answer) => answer.responseId === responseId)
  }

  /** The loudspeaker forgets an item that it has played to its end. */
  function playedMsOf(answer: SpokenAnswer): number {
    return answer.played ? answer.arrivedMs : speaker.playedMs(answer.itemId)
  }

  /** An answer is complete once the server has sent all of it and the last of its sound was played. */
  function finishIfHeard(answer: SpokenAnswer): void {
    if (active.has(answer.responseId)) return
    if (!answer.played && answer.arrivedMs > 0) return
    forget(answer, { content: answer.transcript ?? heardWords(answer, Infinity), interrupted: false })
  }

  function forget(answer: SpokenAnswer, over: { content: string; interrupted: boolean }): void {
    answers.delete(answer.itemId)
    options.onOver(answer.itemId, over)
  }

  function silence(): void {
    paused = false
    speaker.drop()
    setSpeaking(false)
  }

  function play(event: Extract<ServerEvent, { type: 'response.output_audio.delta' }>): void {
    const answer = answerOf(event)
    const samples = answer === null ? null : decodePcm16Base64(event.delta)
    if (answer === null || samples === null || samples.length === 0) return
    addSound(answer, (samples.length / SAMPLE_RATE_HZ) * 1000)
    speaker.enqueue(event.item_id, samples)
  }

  /** The caller's voice is heard: playback pauses until the server has decided what it was. */
  function hold(): void {
    if (active.size > 0) {
      paused = true
      speaker.pause()
      setSpeaking(false)
      return
    }
    // The server counts these answers as played to their end; here they lag behind by the network and the cushion.
    for (const answer of answers.values()) {
      const playedMs = Math.round(playedMsOf(answer))
      if (answer.arrivedMs - playedMs <= TAIL_MS) continue
      silence()
      cutAt(answer, playedMs, true)
    }
  }

  function goOn(): void {
    if (!paused) return
    paused = false
    speaker.resume()
    if ([...answers.values()].some((answer) => speaker.playedMs(answer.itemId) > 0)) setSpeaking(true)
  }

  /** Cuts the answer to what was heard here, and the server's record of it if that `isTold`. */
  function cutAt(answer: SpokenAnswer, heardMs: number, isTold: boolean): void {
    const { itemId } = answer
    cut.add(answer.responseId)
    if (isTold) {
      options.send({ type: 'conversation.item.truncate', item_id: itemId, content_index: 0, audio_end_ms: heardMs })
    }
    forget(answer, { content: heardMs > 0 ? heardWords(answer, heardMs) : '', interrupted: !answer.played })
  }

  function end(response: Extract<ServerEvent, { type: 'response.done' }>['response']): void {
    active.delete(response.id)
    if (response.status === 'cancelled') {
      const isCutAlready = cut.has(response.id)
      cut.add(response.id)
      if (!isCutAlready) silence()
      for (const answer of answersOf(response.id)) {
        forget(answer, { content: answer.transcript ?? '', interrupted: true })
      }
      return
    }
    // The response is complete or has failed; what has arrived is played in either case.
    goOn()
    for (const answer of answersOf(response.id)) {
      if (!answer.whole) speaker.end(answer.itemId)
      finishIfHeard(answer)
    }
  }

  const handlers: { [Type in ServerEvent['type']]?: (event: Extract<ServerEvent, { type: Type }>) => void } = {
    'response.created': ({ response }) => void active.add(response.id),
    'response.output_audio.delta': play,
    'response.output_audio_transcript.delta'(event) {
      const answer = answerOf(event)
      if (answer !== null) addWords(answer, event.delta)
    },
    'response.output_audio_transcript.done'(event) {
      const answer = answerOf(event)
      if (answer !== null) answer.transcript = event.transcript
    },
    'response.output_audio.done'({ item_id }) {
      const answer = answers.get(item_id)
      if (answer === undefined || answer.whole) return
      answer.whole = true
      speaker.end(item_id)
    },
    'voxhall.mouth'(event) {
      const cues = event.cues.map(({ at_ms, viseme }) => ({ atMs: at_ms, viseme }))
      answerOf(event)?.cues.push(...cues)
    },
    'input_audio_buffer.speech_started': hold,
    'voxhall.output_audio.resumed': goOn,
    'response.done': ({ response }) => end(response),
  }

  return {
    receive(event: ServerEvent): void {
      // TypeScript cannot infer that the handler found by an event's type accepts that event.
      const handler = handlers[event.type] as ((event: ServerEvent) => void) | undefined
      handler?.(event)
    },
    /** Cuts off the current answer from the browser's side, for a typed line or push-to-talk. */
    interrupt(): void {
      const playing = [...answers.values()].find((answer) => playedMsOf(answer) > 0)
      const playedMs = playing === undefined ? 0 : Math.round(playedMsOf(playing))
      // The server would estimate from the clock what was heard. Told the position first, it cuts its record exactly.
      if (playing !== undefined) {
        options.send({ type: 'voxhall.playback.paused', item_id: playing.itemId, played_ms: playedMs })
      }
      if (active.size > 0) options.send({ type: 'response.cancel' })
      for (const responseId of active) cut.add(responseId)
      // Also when nothing of an answer has arrived: its pause must not outlast it.
      silence()
      for (const answer of answers.values()) cutAt(answer, answer === playing ? playedMs : 0, answer.arrivedMs > 0)
    },
    /** Stops at once and for good. */
    stop(): void {
      for (const responseId of active) cut.add(responseId)
      for (const answer of answers.values()) cutAt(answer, playedMsOf(answer), false)
      silence()
    },
    mouth(): MouthSource {
      const heard = paused ? null : speaker.heard()
      const answer = heard === null ? undefined : answers.get(heard.itemId)
      if (heard === null || answer === undefined) return { kind: 'closed' }
      if (answer.cues.length > 0) return { kind: 'cues', cues: answer.cues, positionMs: heard.positionMs }
      return { kind: 'level', level: Math.min(1, speaker.level() / FULL_LEVEL) }
    },
    wave: (into: Float32Array<ArrayBuffer>): void => speaker.wave(into),
  }
}
