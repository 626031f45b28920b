/**
 * Decides when a request is served. It is read only when a worker becomes free, so a waiting request can be made more
 * urgent by changing its turn.
 */
export interface Turn {
  /** Usually a caller or an account. Requests of one lane share one fair part of the workers and keep their order. */
  lane: string
  /** A warm-up does not start while any live request waits, and a live request does not start while a pressing one waits. */
  urgency: 'pressing' | 'live' | 'warm-up'
}

interface Waiting<Job> {
  job: Job
  turn: Turn
  /** Undefined if any worker may do the job. */
  worker: number | undefined
}

interface Lane {
  /** The worker time that the lane has used, on a scale that all lanes share; see `floorMs`. */
  usedMs: number
  running: number
}

const RANKS: Record<Turn['urgency'], number> = { pressing: 0, live: 1, 'warm-up': 2 }
/** The assumed duration of a running job, until its real one is known. */
const ASSUMED_MS = 50
/**
 * How much worker time a lane that was idle may use before lanes with a backlog: enough for the beginning of an answer
 * and what follows it.
 */
const CREDIT_MS = 300
/** Up to this many idle lanes are remembered, so that hanging up and calling again gives no advantage. */
const MAX_LANES = 1_000

/**
 * Decides which waiting request is next. Pure bookkeeping: it starts nothing.
 *
 * The lane that has used the least worker time is next. A lane that is new or was idle starts slightly before the lane
 * served last: it precedes all lanes with a backlog, but a long idle time gives no more advantage than a short one.
 */
export function createFairQueue<Job>(nowMs: () => number = () => performance.now()) {
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
    add: (job: Job, turn: Turn, worker: number | undefined): void => void queue.push({ job, turn, worker }),
    /** Removes and returns the next job for this worker. `finished` must be called when the worker is done with it. */
    next(worker: number): { job: Job; finished: () => void } | undefined {
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
    /** False if the job was no longer waiting. */
    remove(job: Job): boolean {
      const index = queue.findIndex((entry) => entry.job === job)
      if (index >= 0) take(index)
      return index >= 0
    },
    /** Removes and returns all jobs that only this worker may do. */
    removeFor(worker: number): Job[] {
      const gone = queue.filter((entry) => entry.worker === worker)
      for (const entry of gone) take(queue.indexOf(entry))
      return gone.map(({ job }) => job)
    },
    clear: (): Job[] => queue.splice(0).map(({ job }) => job),
  }
}
