import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { openDatabase } from '../server/src/infra/db/client.ts'
import { appointments, leads } from '../server/src/infra/db/schema/actions.ts'
import { TIME_ZONE } from './actions/business.ts'
import { holdCall, type Held } from './actions/callers.ts'
import { SETS } from './actions/phrases.ts'
import { moment, scriptedPeople, type ScriptedPerson } from './actions/scripted-people.ts'

/**
 * `npm run bench:actions -- --set first`: makes 200 calls to a complete server; during the last third, the server is
 * killed (-9) repeatedly and restarted on the same data folder. Prints how many appointments and messages were stored
 * as the callers meant them, how many were lost, and how many times were booked twice.
 */
const { values: args } = parseArgs({
  options: {
    set: { type: 'string', default: 'second' },
    calls: { type: 'string', default: '200' },
    spoken: { type: 'string', default: '10' },
    kills: { type: 'string', default: '6' },
    failures: { type: 'string', default: '12' },
  },
})
const phrases = SETS[z.enum(['first', 'second', 'third']).parse(args.set)]
const [CALLS, SPOKEN, KILLS, SHOWN_FAILURES] = [args.calls, args.spoken, args.kills, args.failures].map(Number) as [number, number, number, number] // prettier-ignore
const PAIRS = 10
const AT_ONCE = 3
/** The number of calls, a third of all, that meet a server that is killed. */
const UNDER_KILLS = Math.floor(CALLS / 3)
const readySchema = z.object({ port: z.number(), assistantId: z.string() })

const dataDir = mkdtempSync(join(tmpdir(), 'voxhall-actions-'))
let server!: ChildProcess
let up!: Promise<z.infer<typeof readySchema>>

function startServer(assistantId: string): void {
  server = fork(new URL('./actions/server-process.ts', import.meta.url), [dataDir, assistantId], { stdio: 'inherit' })
  up = once(server, 'message').then(([ready]) => readySchema.parse(ready))
}

interface Outcome {
  person: ScriptedPerson
  /** Several if the server was killed: the caller calls again. */
  calls: Held[]
}

const MOST_CALLS = 6

async function talk(person: ScriptedPerson): Promise<Outcome> {
  const calls: Held[] = []
  do {
    const { port, assistantId } = await up
    calls.push(await holdCall(port, assistantId, person))
    // Gives the next server process time to replace the killed one.
    if (calls.at(-1)?.isCutOff) await delay(200)
  } while (calls.at(-1)?.isCutOff && calls.length < MOST_CALLS)
  return { person, calls }
}

async function talkAll(people: readonly ScriptedPerson[]): Promise<Outcome[]> {
  const [outcomes, queue] = [[] as Outcome[], [...people]]
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) outcomes.push(await talk(next))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return outcomes
}

startServer('new')
const { assistantId } = await up
const today = new Date(`${Temporal.Now.plainDateISO(TIME_ZONE).toString()}T00:00:00Z`)
const people = scriptedPeople(CALLS - 2 * PAIRS, phrases, today)
const spoken = people.slice(0, SPOKEN).map((person) => ({ ...person, isSpoken: true }))
const calm = await talkAll(people.slice(SPOKEN, CALLS - 2 * PAIRS - UNDER_KILLS))
process.stdout.write('typed\n')
const voices = await talkAll(spoken)
process.stdout.write('spoken\n')

/**
 * Pairs of callers who want the same time at the same moment; the later one takes the first time that is offered
 * instead.
 */
const rivals = Array.from({ length: PAIRS * 2 }, (_, index): ScriptedPerson => {
  const at = moment(300 + Math.floor(index / 2), phrases, today)
  const email = `rival.${index}@example.com`
  const answers = { when: [at.said], which: ['the first one'], name: ['Robin Reed'], email: [email], right: ['yes'] }
  return { what: 'two at once', kind: 'appointment', opening: phrases.book[0] ?? '', answers, expected: { name: 'Robin Reed', email }, isSpoken: false } // prettier-ignore
})
const paired: Outcome[] = []
for (let at = 0; at < rivals.length; at += 2) paired.push(...(await Promise.all(rivals.slice(at, at + 2).map(talk))))
process.stdout.write('pairs\n')

const over = new AbortController()
const killing = (async () => {
  for (let kill = 0; kill < KILLS && !over.signal.aborted; kill += 1) {
    await up
    await delay(300 + Math.random() * 2_500)
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    startServer(assistantId)
    await ended
  }
})()
const hit = await talkAll(people.slice(CALLS - 2 * PAIRS - UNDER_KILLS))
over.abort()
await killing
await up
// The last server process is killed as well, so that only what was written to disk is read below.
const gone = once(server, 'exit')
server.kill('SIGKILL')
await gone

const database = await openDatabase({ dataDir, url: undefined, onError: (error) => console.error(error) })
const { db } = database
const toValues = (fields: readonly { id: string; value: string }[]) =>
  Object.fromEntries(fields.map(({ id, value }) => [id, value]))
const kept = [
  ...(await db.select().from(appointments)).map(({ callId, startsAt, fields }) => {
    const start = Temporal.Instant.fromEpochMilliseconds(+startsAt).toZonedDateTimeISO(TIME_ZONE).toPlainDateTime()
    return { callId, slot: start.toString({ smallestUnit: 'minute' }), values: toValues(fields) }
  }),
  ...(await db.select().from(leads)).map(({ callId, fields }) => ({ callId, slot: '', values: toValues(fields) })),
]
await database.close()
rmSync(dataDir, { recursive: true, force: true })

const ofCall = ({ callId }: Held) => kept.filter((row) => row.callId === callId)
let shown = 0
function judge(outcomes: readonly Outcome[]) {
  const figures = { right: 0, all: 0, whole: 0, calls: outcomes.length, cutOff: 0 }
  for (const { person, calls } of outcomes) {
    figures.cutOff += calls.filter(({ isCutOff }) => isCutOff).length
    const rows = calls.flatMap(ofCall)
    const fields = Object.entries(person.expected ?? {})
    // A caller who was cut off after the booking was stored may call again and leave; the latest row is judged.
    const row = rows.at(-1)
    const values: Readonly<Record<string, string>> = { ...row?.values, ...(row && { slot: row.slot }) }
    // If the caller changed their mind, the one field to check is that nothing was stored.
    const all = person.expected === null ? 1 : fields.length
    const right = person.expected === null ? Number(rows.length === 0) : fields.filter(([id, value]) => values[id] === value).length // prettier-ignore
    figures.right += right
    figures.all += all
    if (right === all) figures.whole += 1
    else if ((shown += 1) <= SHOWN_FAILURES) {
      console.log(`${person.what}: expected ${JSON.stringify(person.expected)}, kept ${JSON.stringify(rows)}`)
      for (const [at, line] of (calls.at(-1)?.lines ?? []).entries()) console.log(`    ${at % 2 ? '<' : '>'} ${line}`)
    }
  }
  return figures
}

const everyone = [...calm, ...voices, ...paired, ...hit]
const print = (what: string, { right, all: of, whole, calls, cutOff }: ReturnType<typeof judge>) =>
  console.log(`${what.padEnd(22)} fields right ${right} of ${of} (${((right / of) * 100).toFixed(1)} %), calls right ${whole} of ${calls}, cut off ${cutOff}`) // prettier-ignore
const [ofCalm, ofVoices, ofPairs, ofHit] = [judge(calm), judge(voices), judge(paired), judge(hit)]
const told = everyone.flatMap(({ calls }) => calls).filter(({ isTold }) => isTold)
const slots = kept.map(({ slot }) => slot).filter((slot) => slot !== '')
const emails = kept.filter(({ slot }) => slot !== '').map(({ values }) => values['email'])
print('typed', ofCalm)
print('spoken', ofVoices)
print('two at the same time', ofPairs)
print('while it was killed', ofHit)
const [right, of] = [ofCalm, ofVoices, ofPairs, ofHit].reduce(([sum, total], each) => [sum + each.right, total + each.all], [0, 0]) as [number, number] // prettier-ignore
console.log(`
set ${args.set}: fields right in all    ${right} of ${of} (${((right / of) * 100).toFixed(1)} %)   target: 95 %
told that it is kept                  ${told.length}, of which lost ${told.filter((held) => ofCall(held).length === 0).length}, kept more than once ${told.filter((held) => ofCall(held).length > 1).length}   target: 0
times that were booked twice          ${slots.length - new Set(slots).size} of ${slots.length}   target: 0
callers who hold two appointments     ${emails.length - new Set(emails).size}   target: 0`)
process.exit(0)
