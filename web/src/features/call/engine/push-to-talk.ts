import type { ClientEvent } from '#contract/realtime.ts'

export interface PushToTalkOptions {
  send: (event: ClientEvent) => void
  /** The button was let go, and what was said is on its way to be answered. */
  onSaid: () => void
  onTooShort: () => void
}

/** Callers let go on their last syllable: the button waits for it. */
const TAIL_MS = 160
/** Less than this many frames (of 40 ms) is a slip of the finger. */
const FEWEST_FRAMES = 8

/** Push-to-talk: what the microphone gives between `hold` and `release` is one utterance. */
export function createPushToTalk(options: PushToTalkOptions) {
  let state: 'up' | 'down' | 'tail' = 'up'
  let frames = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function commit(): void {
    state = 'up'
    if (frames < FEWEST_FRAMES) {
      options.send({ type: 'input_audio_buffer.clear' })
      return options.onTooShort()
    }
    options.send({ type: 'input_audio_buffer.commit' })
    options.send({ type: 'response.create' })
    options.onSaid()
  }

  return {
    hold(): void {
      if (state === 'down') return
      // Pressed again before the tail was over: still the same utterance.
      if (state === 'up') {
        frames = 0
        options.send({ type: 'input_audio_buffer.clear' })
      }
      clearTimeout(timer)
      state = 'down'
    },
    release(): void {
      if (state !== 'down') return
      state = 'tail'
      timer = setTimeout(commit, TAIL_MS)
    },
    /** Asked for each frame: whether it belongs to the utterance. */
    takesFrame(): boolean {
      if (state === 'up') return false
      frames += 1
      return true
    },
    /** As if never touched. */
    reset(): void {
      clearTimeout(timer)
      state = 'up'
    },
  }
}
