import { AppError } from '#contract/errors.ts'

export interface PlacesOptions {
  /** In all; without it only each sender's own are limited. */
  places?: number
  placesEach: number
  tooManyWords: string
}

export type Places = ReturnType<typeof createPlaces>

/** How much work may be under way at once, in all and per sender, so that one sender never keeps the others out. */
export function createPlaces({ places = Infinity, placesEach, tooManyWords }: PlacesOptions) {
  const taken = new Map<string, number>()
  let total = 0

  return {
    /**
     * Takes one; the function that comes back gives it back.
     * @throws AppError `rate-limited` when this person has too many, `unavailable` when there is none left
     */
    take(personKey: string): () => void {
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
    },
  }
}
