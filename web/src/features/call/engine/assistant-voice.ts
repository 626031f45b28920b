import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import type { ClientEvent, ServerEvent } from '#contract/realtime.ts'
import { decodePcm16Base64 } from '../audio/pcm16.ts'
import type { Speaker, SpeakerEvents } from '../audio/speaker.ts'
import { addSound, addWords, heardWords, newAnswer, type SpokenAnswer } from './spoken-answers.ts'
import type { MouthSource } from './voice-call.ts'

export interface AssistantVoiceOptions {
  createSpeaker: (events: SpeakerEvents) => Speaker
  send: (event: ClientEvent) => void
  onSpeaking: (speaking: boolean) => void
  /** So much of the answer has been heard. */
  onHeard: (itemId: string, content: string) => void
  /** The answer is over. An answer that was heard to its end is not interrupted. */
  onOver: (itemId: string, answer: { content: string; interrupted: boolean }) => void
}

/** An end this short is played out rather than cut: it is over before a caller could notice. */
const TAIL_MS = 200
const FULL_LEVEL = 0.15

export type AssistantVoice = ReturnType<typeof createAssistantVoice>

/**
 * The assistant's half of a call on this side: plays answers, keeps the captions with the sound, and tells the server
 * what was heard. A person's voice pauses it at once; the server then says whether it goes on or is cut off.
 */
export function createAssistantVoice(options: AssistantVoiceOptions) {
  const answers = new Map<string, SpokenAnswer>()
  /** Responses that the server still works on. */
  const active = new Set<string>()
  /** What still arrives of these is too late. */
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

  /** An answer stands once the server has said its last word and the last sound was heard. */
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

  /** A voice is heard: silence first, judgement later. */
  function hold(): void {
    if (active.size > 0) {
      paused = true
      speaker.pause()
      setSpeaking(false)
      return
    }
    // For the server these were heard to their end already; ours lag behind by the network and the cushion.
    for (const answer of answers.values()) {
      if (answer.arrivedMs - speaker.playedMs(answer.itemId) > TAIL_MS) cutHere(answer)
    }
  }

  function goOn(): void {
    if (!paused) return
    paused = false
    speaker.resume()
    if ([...answers.values()].some((answer) => speaker.playedMs(answer.itemId) > 0)) setSpeaking(true)
  }

  /** The server's record is cut to what was heard here. */
  function cutHere(answer: SpokenAnswer): void {
    const playedMs = Math.round(speaker.playedMs(answer.itemId))
    cut.add(answer.responseId)
    silence()
    options.send({
      type: 'conversation.item.truncate',
      item_id: answer.itemId,
      content_index: 0,
      audio_end_ms: playedMs,
    })
    forget(answer, { content: heardWords(answer, playedMs), interrupted: true })
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
    // Failed or whole: what has arrived is played.
    goOn()
    for (const answer of answersOf(response.id)) {
      if (!answer.whole) speaker.end(answer.itemId)
      finishIfHeard(answer)
    }
  }

  const handlers: { [Type in ServerEvent['type']]?: (event: Extract<ServerEvent, { type: Type }>) => void } = {
    'response.created'({ response }) {
      goOn()
      active.add(response.id)
    },
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
      // TypeScript can't see that a handler found by an event's type takes that event.
      const handler = handlers[event.type] as ((event: ServerEvent) => void) | undefined
      handler?.(event)
    },
    /** Cuts off the answer that is being said or made, from this side (a typed line, push-to-talk). */
    interrupt(): void {
      const playing = [...answers.values()].find((answer) => speaker.playedMs(answer.itemId) > 0)
      const playedMs = playing === undefined ? 0 : Math.round(speaker.playedMs(playing.itemId))
      // The server reckons what was heard by the clock; told beforehand, it cuts its record to the word.
      if (playing !== undefined) {
        options.send({ type: 'voxhall.playback.paused', item_id: playing.itemId, played_ms: playedMs })
      }
      if (active.size > 0) options.send({ type: 'response.cancel' })
      for (const responseId of active) cut.add(responseId)
      if (answers.size > 0) silence()
      for (const answer of answers.values()) {
        cut.add(answer.responseId)
        const heardMs = answer === playing ? playedMs : 0
        if (answer.arrivedMs > 0) {
          options.send({
            type: 'conversation.item.truncate',
            item_id: answer.itemId,
            content_index: 0,
            audio_end_ms: heardMs,
          })
        }
        forget(answer, { content: heardMs > 0 ? heardWords(answer, heardMs) : '', interrupted: true })
      }
      paused = false
    },
    /** Silent at once and for good. */
    stop(): void {
      for (const responseId of active) cut.add(responseId)
      for (const answer of answers.values()) {
        cut.add(answer.responseId)
        const heardMs = speaker.playedMs(answer.itemId)
        forget(answer, { content: heardMs > 0 ? heardWords(answer, heardMs) : '', interrupted: true })
      }
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
