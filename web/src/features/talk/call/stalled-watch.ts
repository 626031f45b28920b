import type { ServerEvent } from '#contract/realtime.ts'

export interface StalledWatchOptions {
  /** Something was said, and no answer has begun: nobody should be shown waiting for one. */
  onUnanswered: () => void
  /** The server, which tells the time left every few seconds, has said nothing at all for long. */
  onSilentServer: () => void
}

/** Keeps a call from standing still in a state that nothing will end. */
export interface StalledWatch {
  start(): void
  heard(event: ServerEvent): void
  stop(): void
}

const ANSWER_WITHIN_MS = 4_000
/** Three times the server's five seconds. */
const SERVER_WITHIN_MS = 15_000

export function createStalledWatch(options: StalledWatchOptions): StalledWatch {
  let answer: ReturnType<typeof setTimeout> | undefined
  let server: ReturnType<typeof setTimeout> | undefined
  let running = false
  /** Calls without a limit are not told their time, so silence there means nothing. */
  let tellsTime = false

  function expectServer(): void {
    clearTimeout(server)
    if (running && tellsTime) server = setTimeout(options.onSilentServer, SERVER_WITHIN_MS)
  }

  return {
    start() {
      running = true
      expectServer()
    },
    heard(event) {
      if (event.type === 'voxhall.call.started') tellsTime = event.limit_ms !== null
      expectServer()
      if (event.type === 'conversation.item.input_audio_transcription.completed') {
        clearTimeout(answer)
        answer = setTimeout(options.onUnanswered, ANSWER_WITHIN_MS)
      }
      if (event.type === 'response.created' || event.type === 'input_audio_buffer.speech_started') clearTimeout(answer)
    },
    stop() {
      running = false
      tellsTime = false
      clearTimeout(answer)
      clearTimeout(server)
    },
  }
}
