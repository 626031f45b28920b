import { AppError } from '#contract/errors.ts'

export interface SpeakingLineOptions {
  /** Texts in the line at once, the one that is being said included. */
  places: number
  /** Of these, those of one person. */
  placesEach: number
}

export interface SpeakingLine {
  /**
   * Does `task` when all before it are done, or never once the signal is aborted; rejects then with its reason.
   * @throws AppError `rate-limited` when this person has too many waiting, `unavailable` when the line is full
   */
  wait<Result>(personKey: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
}

/** One text after the other: whoever tries voices shares the threads with people in calls, and must not slow them. */
export function createSpeakingLine({ places, placesEach }: SpeakingLineOptions): SpeakingLine {
  const taken = new Map<string, number>()
  let length = 0
  let last: Promise<unknown> = Promise.resolve()

  function takePlace(personKey: string): () => void {
    const own = taken.get(personKey) ?? 0
    if (own >= placesEach) {
      const detail = 'Your other texts are still being prepared. Please wait a moment and try again.'
      throw new AppError('rate-limited', { detail, retryAfterSeconds: 2 })
    }
    if (length >= places) throw new AppError('unavailable', { retryAfterSeconds: 5 })
    taken.set(personKey, own + 1)
    length += 1
    return () => {
      length -= 1
      const left = (taken.get(personKey) ?? 1) - 1
      if (left > 0) taken.set(personKey, left)
      else taken.delete(personKey)
    }
  }

  return {
    async wait(personKey, task, signal) {
      const leave = takePlace(personKey)
      const turn = last.then(() => {
        signal?.throwIfAborted()
        return task()
      })
      last = turn.then(leave, leave)
      return turn
    },
  }
}
