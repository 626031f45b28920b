import { createPlaces, type PlacesOptions } from '../../http/places.ts'

export const OTHER_TEXTS_WAIT = 'Your other texts are still being prepared. Please wait a moment and try again.'

export interface SpeakingLine {
  /**
   * Does `task` when all before it are done, or never once the signal is aborted; rejects then with its reason.
   * @throws AppError `rate-limited` when this person has too many waiting, `unavailable` when the line is full
   */
  wait<Result>(personKey: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
}

/** One text after the other: whoever tries voices shares the threads with people in calls, and must not slow them. */
export function createSpeakingLine(options: Omit<PlacesOptions, 'tooManyWords'>): SpeakingLine {
  const places = createPlaces({ ...options, tooManyWords: OTHER_TEXTS_WAIT })
  let last: Promise<unknown> = Promise.resolve()

  return {
    async wait(personKey, task, signal) {
      const leave = places.take(personKey)
      const turn = last.then(() => {
        signal?.throwIfAborted()
        return task()
      })
      last = turn.then(leave, leave)
      return turn
    },
  }
}
