/**
 * Gives out a limited number of places. Waiting requests are served by account in rotation, so that one account with many
 * requests delays another by at most one request for each place.
 */
export function createFairTurns(places: number) {
  let taken = 0
  /** Accounts with waiting requests, the one that is next first. */
  const waiting = new Map<string, (() => void)[]>()

  function leave(): void {
    const [next] = waiting
    if (!next) {
      taken -= 1
      return
    }
    const [account, [first, ...others]] = next
    waiting.delete(account)
    if (others.length > 0) waiting.set(account, others)
    first?.()
  }

  return {
    /** Resolves with the function that gives the place back. */
    async take(account: string): Promise<() => void> {
      if (taken < places) taken += 1
      else {
        await new Promise<void>((resolve) => {
          waiting.set(account, [...(waiting.get(account) ?? []), resolve])
        })
      }
      return leave
    },
  }
}
