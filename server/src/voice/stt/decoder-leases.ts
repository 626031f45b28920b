export interface DecoderLease {
  worker: number
  slot: number
}

interface Seat extends DecoderLease {
  grammarId: string | undefined
  isLent: boolean
  /** The current or last borrower. */
  caller: string
  lastUsed: number
}

interface Waiting {
  grammarId: string
  caller: string
  resolve: (lease: DecoderLease) => void
  signal: AbortSignal
  stop: () => void
}

/** Two for each of a person's three simultaneous calls: one for the current utterance and one for the previous one. */
const MAX_EACH = 6

/** Keeps track of which decoder is lent to which caller. Pure bookkeeping: it does not talk to workers. */
export function createDecoderLeases(workers: number, maxDecoders: number) {
  const seats: Seat[] = []
  const waiting: Waiting[] = []
  let clock = 0

  const lend = (seat: Seat, grammarId: string, caller: string): DecoderLease => {
    seat.isLent = true
    seat.caller = caller
    seat.grammarId = grammarId
    seat.lastUsed = ++clock
    return { worker: seat.worker, slot: seat.slot }
  }

  const load = (worker: number): number => seats.filter((seat) => seat.worker === worker && seat.isLent).length

  const lentTo = (caller: string): number => seats.filter((seat) => seat.isLent && seat.caller === caller).length

  /** For each grammar, how many calls need a decoder with it. */
  const expected = new Map<string, number>()
  const expectedOf = (grammarId: string): number => expected.get(grammarId) ?? 0

  const countWith = (grammarId: string | undefined): number =>
    seats.filter((seat) => seat.grammarId === grammarId).length

  /** Idle decoders whose grammar no call would miss, the one idle for longest first. */
  const spare = (): Seat[] =>
    seats
      .filter(({ isLent, grammarId }) => !isLent && !(grammarId && countWith(grammarId) <= expectedOf(grammarId)))
      .toSorted((left, right) => left.lastUsed - right.lastUsed)

  const workerNumbers = Array.from({ length: workers }, (_, worker) => worker)
  const owned = (worker: number): number => seats.filter((seat) => seat.worker === worker).length

  const calmestWorker = (): number => {
    const [calmest = 0] = workerNumbers.toSorted(
      (left, right) => load(left) - load(right) || owned(left) - owned(right),
    )
    return calmest
  }

  const lendNew = (grammarId: string, caller: string, worker = calmestWorker()): DecoderLease | undefined => {
    if (seats.length >= maxDecoders) return undefined
    const seat: Seat = { worker, slot: seats.length, grammarId, isLent: false, caller, lastUsed: 0 }
    seats.push(seat)
    return lend(seat, grammarId, caller)
  }

  const tryTake = (grammarId: string, caller: string): DecoderLease | undefined => {
    if (lentTo(caller) >= MAX_EACH) return undefined
    const idle = seats.filter((seat) => !seat.isLent)
    const byLoad = (left: Seat, right: Seat): number => load(left.worker) - load(right.worker)
    const [warm] = idle.filter((seat) => seat.grammarId === grammarId).toSorted(byLoad)
    if (warm) return lend(warm, grammarId, caller)
    const isCalm = (seat: Seat): boolean => load(seat.worker) === load(calmestWorker())
    const [stale] = spare().filter(isCalm)
    if (stale) return lend(stale, grammarId, caller)
    const [any] = idle.toSorted((left, right) => byLoad(left, right) || left.lastUsed - right.lastUsed)
    return lendNew(grammarId, caller) ?? (any && lend(any, grammarId, caller))
  }

  return {
    /**
     * Lends a decoder: preferably an idle one that has the grammar, else the one idle for longest. A new decoder is made
     * only if all idle ones are in busier workers: setting a grammar takes about 20 ms while the caller speaks, whereas a
     * decoder with an assistant's grammar takes about 7 MB. Waits if all decoders are lent or the caller has enough of
     * them. Of those waiting, the caller with the fewest decoders is served first, then the earliest. Rejects with the
     * signal's reason.
     */
    take: (grammarId: string, caller: string, signal: AbortSignal): Promise<DecoderLease> => {
      if (signal.aborted) return Promise.reject(signal.reason)
      const lease = tryTake(grammarId, caller)
      if (lease) return Promise.resolve(lease)
      return new Promise((resolve, reject) => {
        const giveUp = (): void => {
          waiting.splice(waiting.indexOf(entry), 1)
          reject(signal.reason)
        }
        const stop = (): void => signal.removeEventListener('abort', giveUp)
        const entry: Waiting = { grammarId, caller, resolve, signal, stop }
        signal.addEventListener('abort', giveUp, { once: true })
        waiting.push(entry)
      })
    },
    give: (lease: DecoderLease): void => {
      const seat = seats.find((each) => each.slot === lease.slot)
      if (!seat?.isLent) return
      seat.isLent = false
      const [next] = waiting
        .filter(({ caller }) => lentTo(caller) < MAX_EACH)
        .toSorted((left, right) => lentTo(left.caller) - lentTo(right.caller))
      if (!next) return
      waiting.splice(waiting.indexOf(next), 1)
      next.stop()
      next.resolve(lend(seat, next.grammarId, next.caller))
    },
    /**
     * Keeps one decoder with this grammar for a call until the signal aborts, since the callers of all calls may speak at
     * once. It stays free to be lent. If a worker has no decoder yet, it also gets its first one, because a worker recognises
     * its first words several times as slowly.
     * @returns the lent decoders that must be prepared; none if there are enough, or no more are available
     */
    expect: (grammarId: string, call: AbortSignal): DecoderLease[] => {
      if (call.aborted) return []
      expected.set(grammarId, expectedOf(grammarId) + 1)
      const end = (): void => {
        if (expectedOf(grammarId) === 1) expected.delete(grammarId)
        else expected.set(grammarId, expectedOf(grammarId) - 1)
      }
      call.addEventListener('abort', end, { once: true })
      const isShort = countWith(grammarId) < expectedOf(grammarId)
      const [seat] = spare()
      const forCall = isShort ? (seat ? lend(seat, grammarId, '') : lendNew(grammarId, '')) : undefined
      const unused = workerNumbers.find((worker) => owned(worker) === 0)
      const forWorker = unused === undefined ? undefined : lendNew(grammarId, '', unused)
      return [forCall, forWorker].filter((lease) => lease !== undefined)
    },
    /** Call when a worker has lost its memory: its decoders no longer have grammars. */
    forget: (worker: number): void => {
      for (const seat of seats) if (seat.worker === worker) seat.grammarId = undefined
    },
    /** The number of decoders that exist. */
    count: () => seats.length,
  }
}
