import type { ClientEvent } from '#contract/realtime.ts'

interface PushToTalkOptions {
  send: (event: ClientEvent) => void
  /** The button was released, and the utterance is on its way to be answered. */
  onSaid: () => void
  onTooShort: () => void
}

/** Callers release the button on their last syllable, so the utterance goes on for this long. */
const TAIL_MS = 160
/** An utterance with fewer frames (of 40 ms) is taken for an accidental press. */
const FEWEST_FRAMES = 8

/** Push-to-talk: the microphone's frames between `hold` and `release` form one utterance. */
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
      // A press before the tail is over continues the same utterance.
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
    /** Called for each frame; returns whether the frame belongs to the utterance. */
    takesFrame(): boolean {
      if (state === 'up') return false
      frames += 1
      return true
    },
    /** Returns to the initial state. */
    reset(): void {
      clearTimeout(timer)
      state = 'up'
    },
  }
}
