import type { ServerEvent } from '#contract/realtime.ts'

/** Keeps a call from showing for ever that it waits for an answer which does not come. */
export interface StalledWatch {
  heard(event: ServerEvent): void
  stop(): void
}

const ANSWER_WITHIN_MS = 4_000

/** `onUnanswered`: something was said, and no answer has begun. */
export function createStalledWatch(onUnanswered: () => void): StalledWatch {
  let answer: ReturnType<typeof setTimeout> | undefined
  return {
    heard({ type }) {
      if (type === 'conversation.item.input_audio_transcription.completed') {
        clearTimeout(answer)
        answer = setTimeout(onUnanswered, ANSWER_WITHIN_MS)
      }
      if (type === 'response.created' || type === 'input_audio_buffer.speech_started') clearTimeout(answer)
    },
    stop: () => clearTimeout(answer),
  }
}
