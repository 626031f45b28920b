/**
 * Whose turn a request takes. Read when a worker becomes free, so that a request that waits may still be hurried by
 * changing its turn.
 */
export interface Turn {
  /** Requests of one lane share one fair part of the workers and keep their order: usually a caller. */
  lane: string
  /** Nothing of a warm-up is begun while anything live waits, and nothing live while anything pressing does. */
  urgency: 'pressing' | 'live' | 'warm-up'
}

/** Decides which of the waiting requests is next. Pure bookkeeping: it starts nothing. */
export interface FairQueue<Job> {
  add(job: Job, turn: Turn, worker: number | undefined): void
  /** Takes the next job for this worker out of the queue. `finished` must be called when the worker is done with it. */
  next(worker: number): { job: Job; finished: () => void } | undefined
  /** False when the job is no longer waiting. */
  remove(job: Job): boolean
  /** Takes out all that wait for this worker alone. */
  removeFor(worker: number): Job[]
  waiting(worker: number): number
  clear(): Job[]
}

interface Waiting<Job> {
  job: Job
  turn: Turn
  /** Undefined: any worker may do it. */
  worker: number | undefined
}

interface Lane {
  /** Time of the workers, on a clock that all lanes share: see `floorMs`. */
  usedMs: number
  running: number
}

const RANKS: Record<Turn['urgency'], number> = { pressing: 0, live: 1, 'warm-up': 2 }
/** What a running job counts for until its real time is known. */
const ASSUMED_MS = 50
/** What a lane that rested may use ahead of those with a backlog: the beginning of an answer, and what follows it. */
const CREDIT_MS = 300
/** Lanes without work are remembered up to this many, so that hanging up and calling again wins nothing. */
const MAX_LANES = 1_000

/**
 * The lane that has used the workers least is next. A lane that comes new, or back after a rest, starts a little before
 * where the one served last stands: it goes before all that have a backlog, but a long rest earns no more than a short one.
 */
export function createFairQueue<Job>(nowMs: () => number = () => performance.now()): FairQueue<Job> {
  const queue: Waiting<Job>[] = []
  const lanes = new Map<string, Lane>()
  let floorMs = 0
  let running = 0

  const laneOf = ({ lane: name }: Turn): Lane => {
    let lane = lanes.get(name)
    if (!lane) {
      lane = { usedMs: floorMs - CREDIT_MS, running: 0 }
      lanes.set(name, lane)
    }
    return lane
  }

  const usedBy = (lane: Lane): number => (lane.running > 0 ? lane.usedMs : Math.max(lane.usedMs, floorMs - CREDIT_MS))

  const standing = (turn: Turn): number => {
    const lane = laneOf(turn)
    return usedBy(lane) + lane.running * ASSUMED_MS
  }

  const tidy = (): void => {
    if (queue.length === 0 && running === 0) {
      lanes.clear()
      floorMs = 0
      return
    }
    if (lanes.size <= MAX_LANES) return
    const busy = new Set(queue.map(({ turn }) => turn.lane))
    for (const [name, lane] of lanes) if (lane.running === 0 && !busy.has(name)) lanes.delete(name)
  }

  const take = (index: number): Waiting<Job> | undefined => queue.splice(index, 1)[0]

  return {
    add: (job, turn, worker) => void queue.push({ job, turn, worker }),
    next(worker) {
      let best: { index: number; rank: number; standing: number } | undefined
      for (const [index, entry] of queue.entries()) {
        if (entry.worker !== undefined && entry.worker !== worker) continue
        const candidate = { index, rank: RANKS[entry.turn.urgency], standing: standing(entry.turn) }
        const comesFirst =
          best && candidate.rank !== best.rank
            ? candidate.rank < best.rank
            : candidate.standing < (best?.standing ?? Infinity)
        if (comesFirst) best = candidate
      }
      const entry = best && take(best.index)
      if (!entry) return undefined
      const lane = laneOf(entry.turn)
      lane.usedMs = usedBy(lane)
      floorMs = Math.max(floorMs, lane.usedMs)
      lane.running += 1
      running += 1
      const startedAtMs = nowMs()
      let isOver = false
      return {
        job: entry.job,
        finished() {
          if (isOver) return
          isOver = true
          lane.running -= 1
          running -= 1
          lane.usedMs += nowMs() - startedAtMs
          tidy()
        },
      }
    },
    remove(job) {
      const index = queue.findIndex((entry) => entry.job === job)
      if (index >= 0) take(index)
      return index >= 0
    },
    removeFor(worker) {
      const gone = queue.filter((entry) => entry.worker === worker)
      for (const entry of gone) take(queue.indexOf(entry))
      return gone.map(({ job }) => job)
    },
    waiting: (worker) => queue.filter((entry) => entry.worker === worker).length,
    clear: () => queue.splice(0).map(({ job }) => job),
  }
}
