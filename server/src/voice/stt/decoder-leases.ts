/** Which decoder serves whom. Pure bookkeeping: nothing here talks to a worker. */
export interface DecoderLease {
  worker: number
  slot: number
}

interface Seat extends DecoderLease {
  grammarId: string | undefined
  isLent: boolean
  lastUsed: number
}

export interface DecoderLeases {
  /**
   * Lends a decoder, preferably one that has the grammar already, then a new one, then the one idle for longest.
   * Waits where all are lent; those who wait are served in order. Rejects with the signal's reason.
   */
  take(grammarId: string, signal: AbortSignal): Promise<DecoderLease>
  give(lease: DecoderLease): void
  /** A worker lost its memory, so that its decoders have no grammar any more. */
  forget(worker: number): void
  /** Decoders that exist. */
  count(): number
}

interface Waiting {
  grammarId: string
  resolve: (lease: DecoderLease) => void
  signal: AbortSignal
  stop: () => void
}

export function createDecoderLeases(workers: number, maxDecoders: number): DecoderLeases {
  const seats: Seat[] = []
  const waiting: Waiting[] = []
  let clock = 0

  const lend = (seat: Seat, grammarId: string): DecoderLease => {
    seat.isLent = true
    seat.grammarId = grammarId
    seat.lastUsed = ++clock
    return { worker: seat.worker, slot: seat.slot }
  }

  const load = (worker: number): number => seats.filter((seat) => seat.worker === worker && seat.isLent).length

  const tryTake = (grammarId: string): DecoderLease | undefined => {
    const idle = seats.filter((seat) => !seat.isLent)
    const byLoad = (left: Seat, right: Seat): number => load(left.worker) - load(right.worker)
    const [warm] = idle.filter((seat) => seat.grammarId === grammarId).toSorted(byLoad)
    if (warm) return lend(warm, grammarId)
    if (seats.length < maxDecoders) {
      const all = Array.from({ length: workers }, (_, worker) => worker)
      const owned = (worker: number): number => seats.filter((seat) => seat.worker === worker).length
      const [worker = 0] = all.toSorted((left, right) => load(left) - load(right) || owned(left) - owned(right))
      const seat: Seat = { worker, slot: seats.length, grammarId, isLent: false, lastUsed: 0 }
      seats.push(seat)
      return lend(seat, grammarId)
    }
    const [stale] = idle.toSorted((left, right) => left.lastUsed - right.lastUsed)
    return stale && lend(stale, grammarId)
  }

  return {
    take: (grammarId, signal) => {
      if (signal.aborted) return Promise.reject(signal.reason)
      const lease = tryTake(grammarId)
      if (lease) return Promise.resolve(lease)
      return new Promise((resolve, reject) => {
        const giveUp = (): void => {
          waiting.splice(waiting.indexOf(entry), 1)
          reject(signal.reason)
        }
        const stop = (): void => signal.removeEventListener('abort', giveUp)
        const entry: Waiting = { grammarId, resolve, signal, stop }
        signal.addEventListener('abort', giveUp, { once: true })
        waiting.push(entry)
      })
    },
    give: (lease) => {
      const seat = seats.find((each) => each.slot === lease.slot)
      if (!seat?.isLent) return
      seat.isLent = false
      const next = waiting.shift()
      if (!next) return
      next.stop()
      next.resolve(lend(seat, next.grammarId))
    },
    forget: (worker) => {
      for (const seat of seats) if (seat.worker === worker) seat.grammarId = undefined
    },
    count: () => seats.length,
  }
}
