import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ms, percentile, table, type Row } from './figures.ts'
import { BAD_WAYS, openReceivers } from './webhooks/receivers.ts'
import { answerSchema, type Order } from './webhooks/orders.ts'

/**
 * `npm run bench:webhooks`: sends bursts of events through a complete server to good and bad receivers. Prints the time
 * from an event to its first delivery, and how many deliveries were lost when the server was killed (-9) meanwhile.
 */
const { values: args } = parseArgs({
  options: {
    events: { type: 'string', default: '500' },
    kills: { type: 'string', default: '8' },
    only: { type: 'string', default: 'calm,bad,crowd,kills' },
  },
})
const [EVENTS, KILLS] = [args.events, args.kills].map(Number) as [number, number]
const parts = args.only.split(',')
const GOOD = Array.from({ length: 5 }, (_, index) => `/good/${index}`)
/** Owners whose webhooks together, with two deliveries in progress for each webhook, exceed the limit of a process. */
const CROWD_OWNERS = 15
const WEBHOOKS_EACH = 10
const TARGET_MS = 5_000
/** A delivery that a killed process had begun is retried after half a minute. */
const ARRIVED_WITHIN_MS = 60_000

const receivers = await openReceivers()
const dataDir = mkdtempSync(join(tmpdir(), 'voxhall-webhooks-'))
let server!: ChildProcess
let ready!: Promise<unknown>
let number = 0

function start(): void {
  const url = new URL('./webhooks/server-process.ts', import.meta.url)
  server = fork(url, [dataDir], { stdio: 'inherit' })
  server.on('message', (message) => {
    const answer = answerSchema.parse(message)
    if (answer.what === 'happened') committed.add(answer.number)
  })
  ready = once(server, 'message')
}

/** The numbers of the events that the server has committed. */
const committed = new Set<number>()
const order = (wish: Order) => server.connected && server.send(wish)

async function makeOwner(ownerId: string, paths: readonly string[]): Promise<void> {
  order({ what: 'owner', ownerId, urls: paths.map(receivers.at) })
  await once(server, 'message')
}

function happen(ownerId: string, count: number): number[] {
  const numbers = Array.from({ length: count }, () => (number += 1))
  for (const each of numbers) order({ what: 'happen', ownerId, number: each })
  return numbers
}

/** Waits until each event has reached each path, at most for as long as a retry after a killed process takes. */
async function arrived(numbers: ReadonlySet<number>, paths: readonly string[]): Promise<void> {
  const until = Date.now() + ARRIVED_WITHIN_MS
  const wanted = () => [...numbers].filter((each) => !numbers.has(each) || committed.has(each)).length * paths.length
  const distinct = () =>
    new Set(
      receivers.arrivals
        .filter(({ path, number: of }) => numbers.has(of) && paths.includes(path))
        .map(({ path, number: of }) => `${path} ${of}`),
    ).size
  while (Date.now() < until && (committed.size < number || distinct() < wanted())) await delay(100)
}

interface Measured extends Row {
  isMet: boolean
}

/** Times from each event to its first arrival at a good receiver. */
function measured(what: string, numbers: readonly number[], paths: readonly string[]): Measured {
  const ofThese = new Set(numbers)
  const first = new Map<string, number>()
  for (const { path, number: of, afterMs } of receivers.arrivals) {
    if (!ofThese.has(of) || !paths.includes(path)) continue
    const key = `${path} ${of}`
    first.set(key, Math.min(afterMs, first.get(key) ?? Infinity))
  }
  const times = [...first.values()]
  const missing = numbers.length * paths.length - times.length
  const p95 = percentile([...times, ...Array<number>(missing).fill(Infinity)], 0.95)
  return {
    what,
    target: `≤ ${TARGET_MS} ms`,
    values: [
      ms(percentile(times, 0.5)),
      ms(p95),
      ms(Math.max(...times)),
      `${times.length} of ${numbers.length * paths.length}`,
    ],
    isMet: p95 <= TARGET_MS && missing === 0,
  }
}

const rows: Measured[] = []
async function burst(what: string, ownerId: string): Promise<void> {
  const numbers = happen(ownerId, EVENTS)
  await arrived(new Set(numbers), GOOD)
  rows.push(measured(what, numbers, GOOD))
  process.stdout.write(`${what}\n`)
}

start()
await ready
if (parts.includes('calm')) {
  await makeOwner('calm', GOOD)
  await burst('five good receivers', 'calm')
}
if (parts.includes('bad')) {
  await makeOwner('mixed', [...GOOD, ...BAD_WAYS.map((way) => `/${way}/0`)])
  await burst('beside one bad receiver of each kind', 'mixed')
}
if (parts.includes('crowd')) {
  const crowd = Array.from({ length: CROWD_OWNERS }, (_, index) => `crowd${index}`)
  for (const ownerId of crowd) {
    await makeOwner(
      ownerId,
      Array.from({ length: WEBHOOKS_EACH }, (_, index) => `/hangs/${ownerId}-${index}`),
    )
  }
  await makeOwner('beside', GOOD)
  for (const ownerId of crowd) happen(ownerId, 10)
  await burst(`beside ${CROWD_OWNERS * WEBHOOKS_EACH} that hang`, 'beside')
}
let isWhole = true
if (parts.includes('kills')) {
  await makeOwner('killed', ['/good/killed'])
  const asked = new Set<number>()
  for (let kill = 0; kill < KILLS; kill += 1) {
    const until = Date.now() + 300 + Math.random() * 1_500
    while (Date.now() < until) {
      for (const each of happen('killed', 5)) asked.add(each)
      await delay(20)
    }
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
    start()
    await ready
  }
  const told = [...asked].filter((each) => committed.has(each))
  for (const each of asked) if (!committed.has(each)) number -= 1
  await arrived(new Set(told), ['/good/killed'])
  const came = receivers.arrivals.filter(({ path }) => path === '/good/killed')
  const idsOf = Map.groupBy(came, ({ number: of }) => of)
  const lost = told.filter((each) => !idsOf.has(each)).length
  const renamed = [...idsOf.values()].filter((all) => new Set(all.map(({ id }) => id)).size > 1).length
  const twice = [...idsOf.values()].filter((all) => all.length > 1).length
  console.log(
    `killed ${KILLS} times: ${told.length} events committed (${asked.size} asked for), lost ${lost}, ` +
      `sent more than once ${twice}, of these under another webhook-id ${renamed}`,
  )
  isWhole = lost === 0 && renamed === 0
}
const trapped = receivers.arrivals.filter(({ path }) => path === '/trap').length
console.log(`followed redirects: ${trapped}`)
if (rows.length > 0) console.log(table(['p50', 'p95', 'longest', 'arrived'], rows))
server.kill('SIGKILL')
rmSync(dataDir, { recursive: true, force: true })
process.exit(isWhole && trapped === 0 && rows.every(({ isMet }) => isMet) ? 0 : 1)
