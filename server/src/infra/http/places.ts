import { AppError } from '#contract/errors.ts'

interface PlacesOptions {
  /** The limit for all senders together; if omitted, only each sender's own work is limited. */
  places?: number
  placesEach: number
  tooManyWords: string
}

/** Limits concurrent work, in total and per sender, so that one sender never keeps the others out. */
export function createPlaces({ places = Infinity, placesEach, tooManyWords }: PlacesOptions) {
  const taken = new Map<string, number>()
  let total = 0

  /**
   * Takes one place. The returned function gives it back.
   * @throws AppError `rate-limited` if this person holds too many places, `unavailable` if no place is left
   */
  function take(personKey: string): () => void {
    const own = taken.get(personKey) ?? 0
    if (own >= placesEach) {
      throw new AppError('rate-limited', { detail: tooManyWords, retryAfterSeconds: 2 })
    }
    if (total >= places) throw new AppError('unavailable', { retryAfterSeconds: 5 })
    taken.set(personKey, own + 1)
    total += 1
    return () => {
      total -= 1
      const left = (taken.get(personKey) ?? 1) - 1
      if (left > 0) taken.set(personKey, left)
      else taken.delete(personKey)
    }
  }

  return {
    take,
    /** Does the work while it holds one place. @throws AppError as `take` does */
    async during<Result>(personKey: string, work: () => Promise<Result>): Promise<Result> {
      const leave = take(personKey)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
