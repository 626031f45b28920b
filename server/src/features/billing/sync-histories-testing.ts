import fc from 'fast-check'
import { CHANGES, createProviderModel, type Change, type Truth } from './provider-model-testing.ts'
import { createSync, type SyncStore } from './sync.ts'

/** A store, and the operations that a test needs on it. */
export interface HistoryStore {
  store: SyncStore
  /** Stores an event like the webhook; idempotent by the event's id. */
  receive(event: { id: string; customerId: string }): Promise<void>
  /** The stored rows, in the form of `Truth`. */
  rows(): Promise<Truth[]>
  openEventCount(): Promise<number>
}

type Step =
  | { do: 'change'; change: Change; customer: number; which: number }
  /** An event arrives, possibly again and in any order. */
  | { do: 'deliver'; which: number }
  | { do: 'lose'; which: number }
  /** A worker takes the next job from the queue. */
  | { do: 'work' }
  | { do: 'sync-one'; customer: number }
  | { do: 'sync-all' }
  /** The provider computes its answer to a read now and sends it later. */
  | { do: 'snap'; which: number }
  | { do: 'answer'; which: number }
  | { do: 'fail'; which: number }
  /** The process dies: nothing that it waits for ever arrives. */
  | { do: 'die' }
  /** The process dies before or after its next database operation. */
  | { do: 'die-in-store'; before: boolean }

/** Mostly the same values, so that the steps of a history affect each other. */
const which = fc.constantFrom(0, 0, 0, 1, 2, 5)
const customer = fc.constantFrom(0, 0, 0, 0, 1)

const changeStep = fc.record({
  do: fc.constant('change' as const),
  change: fc.constantFrom(...CHANGES),
  customer,
  which,
})

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: changeStep },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('deliver' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('work' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sync-one' as const), customer }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sync-all' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('snap' as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('die' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('die-in-store' as const), before: fc.boolean() }) },
)

const DELIVER: Step = { do: 'deliver', which: 0 }
const LOSE: Step = { do: 'lose', which: 0 }
const WORK: Step = { do: 'work' }
const SNAP: Step = { do: 'snap', which: 0 }
const ANSWER: Step = { do: 'answer', which: 0 }

/** Combinations of steps that cause trouble together, and that random single steps rarely produce. */
const meeting: fc.Arbitrary<Step[]> = fc.oneof(
  // A change and its event arrive while an older answer is on its way.
  changeStep.map((change) => [WORK, SNAP, change, DELIVER, ANSWER]),
  // The same, but the event is lost.
  changeStep.map((change) => [WORK, SNAP, change, LOSE, ANSWER]),
  // A change is undone while an answer that saw it is on its way.
  fc
    .record({ customer, which })
    .map(({ customer: who, which: what }): Step[] => [
      { do: 'change', change: 'cancel-later', customer: who, which: what },
      { do: 'sync-one', customer: who },
      SNAP,
      { do: 'change', change: 'keep', customer: who, which: what },
      LOSE,
    ]),
)

export const historyArbitrary: fc.Arbitrary<Step[]> = fc
  .array(fc.oneof({ weight: 6, arbitrary: anyStep.map((step) => [step]) }, { weight: 1, arbitrary: meeting }), {
    minLength: 3,
    maxLength: 20,
    size: 'max',
  })
  .map((groups) => groups.flat())

const NEVER = new Promise<never>(() => {})

/**
 * Runs a history and then lets everything finish: pending answers arrive, outdated ones included, and unfinished jobs run
 * again. If events were lost, one scheduled sync follows.
 * @returns the rows, and the provider's true state
 */
export async function liveThrough(history: readonly Step[], world: HistoryStore, prefix: string) {
  const model = createProviderModel(prefix)
  const events: { id: string; customerId: string; received: boolean }[] = []
  let jobs: string[] = []
  let changes = 0
  let isLossy = false
  let life = 0
  let dieNext: 'before' | 'after' | undefined
  let busy = 0
  /** Running jobs; several may be about the same customer. */
  const running = new Set<{ customerId: string }>()

  /** The store as one process sees it: once the process is dead, no operation starts or returns. */
  function mortal(): SyncStore {
    const born = life
    return new Proxy(world.store, {
      get(target, name: keyof SyncStore) {
        return async (...given: unknown[]) => {
          if (born !== life) return NEVER
          if (dieNext === 'before') return die()
          const isLast = dieNext === 'after'
          const step = target[name] as (...args: unknown[]) => Promise<unknown>
          busy += 1
          const result = await step(...given).finally(() => (busy -= 1))
          if (isLast && born === life) return die()
          return born === life ? result : NEVER
        }
      },
    })
  }

  function die(): Promise<never> {
    life += 1
    dieNext = undefined
    // A dead worker's jobs return to the queue, as they do when a job expires.
    jobs.push(...[...running].map(({ customerId }) => customerId))
    running.clear()
    return NEVER
  }

  /** Waits until every process is done or waits for the provider. */
  async function settled(): Promise<void> {
    for (let quiet = 0; quiet < 2; quiet = busy === 0 ? quiet + 1 : 0) await new Promise(setImmediate)
  }

  const sync = () => createSync(model.reader, mortal())

  function work(): void {
    const customerId = jobs.shift()
    if (customerId === undefined) return
    const born = life
    const job = { customerId }
    running.add(job)
    void sync()
      .syncForEvents(customerId)
      .then(
        () => born === life && running.delete(job),
        () => {
          if (born !== life) return
          running.delete(job)
          jobs.push(customerId)
        },
      )
  }

  async function deliver(event: (typeof events)[number] | undefined): Promise<void> {
    if (!event) return
    await world.receive(event)
    event.received = true
    jobs.push(event.customerId)
  }

  const pick = <Item>(items: readonly Item[], at: number) => items[at % Math.max(1, items.length)]

  async function take(step: Step): Promise<void> {
    if (step.do === 'change' && model.change(step.change, step.customer, step.which)) {
      changes += 1
      events.push({ id: `${prefix}evt_${changes}`, customerId: model.customerId(step.customer), received: false })
    }
    if (step.do === 'deliver') await deliver(pick(events.toReversed(), step.which))
    if (step.do === 'lose') {
      const lost = pick(events.toReversed(), step.which)
      if (lost) events.splice(events.indexOf(lost), 1)
      if (lost && !lost.received) isLossy = true
    }
    if (step.do === 'work') work()
    if (step.do === 'sync-one')
      void sync()
        .syncCustomer(model.customerId(step.customer))
        .catch(() => {})
    if (step.do === 'sync-all')
      void sync()
        .syncAll()
        .catch(() => {})
    if (step.do === 'snap') pick(model.asked, step.which)?.snap()
    if (step.do === 'answer') model.asked.splice(step.which % Math.max(1, model.asked.length), 1)[0]?.answer()
    if (step.do === 'fail') model.asked.splice(step.which % Math.max(1, model.asked.length), 1)[0]?.fail()
    if (step.do === 'die') void die()
    if (step.do === 'die-in-store') dieNext = step.before ? 'before' : 'after'
    await settled()
  }

  for (const step of history) await take(step)

  dieNext = undefined
  // Answers that have been pending for long arrive last.
  const late = model.asked.splice(0)
  for (const question of late) question.snap()
  async function drain(): Promise<void> {
    for (let rounds = 0; rounds < 200; rounds += 1) {
      if (jobs.length === 0 && model.asked.length === 0 && busy === 0) return
      work()
      await settled()
      for (const question of model.asked.splice(0)) question.answer()
      await settled()
    }
    throw new Error('the histories never calm down')
  }
  for (const event of events) if (!event.received) await deliver(event)
  jobs.push(...new Set(events.map(({ customerId }) => customerId)))
  await drain()
  if (isLossy) {
    void sync().syncAll()
    await settled()
    await drain()
  }
  for (const question of late) question.answer()
  await settled()
  await drain()
  jobs = []
  const truth = sorted(model.truth())
  const unknown = new Set(truth.flatMap((row) => (row.email === null ? [row.stripeSubscriptionId] : [])))
  const told = (await world.rows()).map((row) =>
    unknown.has(row.stripeSubscriptionId) ? { ...row, email: null } : row,
  )
  return { rows: sorted(told), truth, open: await world.openEventCount() }
}

function sorted(rows: readonly Truth[]): Truth[] {
  return rows.toSorted((one, other) => (one.stripeSubscriptionId < other.stripeSubscriptionId ? -1 : 1))
}
