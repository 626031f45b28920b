import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { startPrivatePostgres } from '../scripts/test/private-postgres.ts'
import { createGrammarRecogniser } from '../server/src/voice/stt/grammar-recogniser.ts'
import { phonesOf } from '../server/src/voice/tts/pronunciation.ts'
import { BUSINESSES, TIME_ZONE } from './actions/business.ts'
import { converse, holdCall, type Held } from './actions/callers.ts'
import { createJudge, type Outcome } from './actions/judge.ts'
import { readKept } from './actions/kept-rows.ts'
import { startKillableServer } from './actions/killable-server.ts'
import { SETS, type Phrases } from './actions/phrases.ts'
import { rehearse, type Rehearsed } from './actions/rehearsal.ts'
import { rivalsFor } from './actions/rivals.ts'
import { scriptedPeople, type ScriptedPerson } from './actions/scripted-people.ts'

/**
 * `npm run bench:actions -- --set first`: 200 scripted calls to a complete server, which is killed (-9) during a third of
 * them. Prints how many bookings and messages were stored as the callers meant them, lost, or booked twice.
 *
 *   --calls 50 --from 45  only 50 of the callers, from the 45th on
 *   --spoken 10           about this many of the callers speak, in real time
 *   --unseen              they speak with voices that were not used for development
 *   --pairs 10            this many pairs of calls want the same time at the same moment
 *   --kills 6             how often the server is killed
 *   --under-kills 66      how many calls are running then, over all kills
 *   --minutes 5           no call begins after this time
 *   --postgres            uses a PostgreSQL server instead of the embedded database
 *   --rehearse 40         only this many spoken calls, without a server and without waiting for their sound
 *   --show                prints all calls
 */
const { values: args } = parseArgs({
  options: {
    set: { type: 'string', default: 'second' },
    calls: { type: 'string', default: '200' },
    from: { type: 'string', default: '0' },
    spoken: { type: 'string', default: '10' },
    unseen: { type: 'boolean', default: false },
    pairs: { type: 'string' },
    kills: { type: 'string', default: '6' },
    'under-kills': { type: 'string' },
    minutes: { type: 'string', default: '60' },
    postgres: { type: 'boolean', default: false },
    rehearse: { type: 'string' },
    failures: { type: 'string', default: '12' },
    show: { type: 'boolean', default: false },
  },
})
/** With fewer calls, which only look at some callers, there are no pairs by default. */
const FEWEST_WITH_PAIRS = 50
const phrases: Phrases = SETS[z.enum(Object.keys(SETS) as [keyof typeof SETS]).parse(args.set)]
const { business = 'physiotherapist' } = phrases
const numberSchema = z.coerce.number()
const CALLS = numberSchema.parse(args.calls)
const FROM = numberSchema.parse(args.from)
const SPOKEN = numberSchema.parse(args.spoken)
const PAIRS = numberSchema.parse(args.pairs ?? (CALLS < FEWEST_WITH_PAIRS ? 0 : 10))
const KILLS = numberSchema.parse(args.kills)
const SHOWN = args.show ? Infinity : numberSchema.parse(args.failures)
const AT_ONCE = 3
const ALONE = CALLS - 2 * PAIRS
/** The number of calls during which the server is killed, usually a third of all. */
const UNDER_KILLS = Number(args['under-kills'] ?? Math.floor(CALLS / 3))
const LAST_BEGINS_AT_MS = Number(args.minutes) * 60_000
/** The longest time before a server is killed. Typed calls are over sooner than spoken ones. */
const LONGEST_LIFE_MS = SPOKEN > 0 ? 20_000 : 2_800
const SHORTEST_LIFE_MS = 300
/** The most calls of one caller, who calls again after being cut off. */
const MOST_CALLS = KILLS + 3

const today = new Date(`${Temporal.Now.plainDateISO(TIME_ZONE).toString()}T00:00:00Z`)

/** Holds all calls of one caller, who calls again after being cut off and to change a booking. */
async function callsOf(person: ScriptedPerson, hold: (booked: Held['booked']) => Promise<Held>): Promise<Outcome> {
  const calls: Held[] = []
  let booked: Held['booked']
  for (let isAgain = true; isAgain && calls.length < MOST_CALLS;) {
    const held = await hold(booked)
    calls.push(held)
    // The next server is up before the callers of the killed one try again.
    if (held.isCutOff) await delay(200)
    isAgain =
      held.isCutOff || (booked === undefined && held.booked !== undefined && person.afterwards?.isSameCall === false)
    booked = held.booked
  }
  return { person, calls }
}

function aloud(person: ScriptedPerson): ScriptedPerson {
  return { ...person, isSpoken: true, voice: { ...person.voice, isUnseen: args.unseen } }
}

if (args.rehearse !== undefined) await rehearseAll(Number(args.rehearse))

async function rehearseAll(count: number): Promise<never> {
  const recogniser = createGrammarRecogniser({ workers: 1, pronounce: phonesOf })
  const memory: Rehearsed = { kept: [] }
  const outcomes: Outcome[] = []
  for (const person of scriptedPeople(FROM + count, phrases, today)
    .slice(FROM)
    .map(aloud)) {
    const hold = async (booked: Held['booked']) => {
      const callId = `call_${person.voice.at}_${booked ? 'again' : 'first'}`
      return converse(callId, () => rehearse(BUSINESSES[business], recogniser, memory, callId, person), person, booked)
    }
    outcomes.push(await callsOf(person, hold))
  }
  createJudge(memory.kept, SHOWN, args.show).print(`set ${args.set}, rehearsed`, outcomes)
  process.exit(0)
}

const dataDir = mkdtempSync(join(tmpdir(), 'voxhall-actions-'))
const postgres = args.postgres ? await startPrivatePostgres() : undefined
if (postgres === null) throw new Error('PostgreSQL is not installed')
const server = startKillableServer(dataDir, business, postgres?.url)

async function talk(person: ScriptedPerson): Promise<Outcome> {
  return callsOf(person, async (booked) => {
    const { port, assistantId } = await server.up()
    return holdCall(port, assistantId, person, booked)
  })
}

async function talkAll(people: readonly ScriptedPerson[], atOnce = AT_ONCE): Promise<Outcome[]> {
  const [outcomes, queue] = [[] as Outcome[], [...people]]
  const worker = async () => {
    for (let next = queue.shift(); next && performance.now() < LAST_BEGINS_AT_MS; next = queue.shift()) {
      outcomes.push(await talk(next))
      process.stdout.write('.')
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return outcomes
}

/** Multiples of the golden ratio spread the spoken calls evenly over all kinds of callers. */
const GOLDEN = (Math.sqrt(5) - 1) / 2
const people = scriptedPeople(FROM + ALONE, phrases, today)
  .map((person, index) => ((index * GOLDEN) % 1 < SPOKEN / ALONE ? aloud(person) : person))
  .slice(FROM)
const calm = await talkAll(people.slice(0, ALONE - UNDER_KILLS))
process.stdout.write(' calm\n')

const paired: Outcome[] = []
for (let pair = 0; pair < PAIRS; pair += 1) {
  if (performance.now() > LAST_BEGINS_AT_MS) break
  const rivals = rivalsFor(pair, phrases, today, SPOKEN > 0).map((rival) => (rival.isSpoken ? aloud(rival) : rival))
  paired.push(...(await talkAll(rivals, rivals.length)))
}
process.stdout.write(' pairs\n')

const over = new AbortController()
let kills = 0
const killing = (async () => {
  while (kills < KILLS) {
    await server.up()
    const lifeMs = SHORTEST_LIFE_MS + Math.random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS)
    await delay(lifeMs, undefined, { signal: over.signal }).catch(() => undefined)
    if (over.signal.aborted) return
    await server.kill(true)
    kills += 1
  }
})()
const hit = await talkAll(people.slice(ALONE - UNDER_KILLS))
over.abort()
await killing
// The last server is killed as well, so that only what was written to disk is read below.
await server.kill(false)
const kept = await readKept(dataDir, postgres?.url)
await postgres?.stop()
rmSync(dataDir, { recursive: true, force: true })

const ofCall = ({ callId }: Held) => kept.filter((row) => row.callId === callId)
const { print } = createJudge(kept, SHOWN, args.show)
const told = [...calm, ...paired, ...hit].flatMap(({ calls }) => calls).filter(({ isTold }) => isTold)
const booked = kept.filter(({ slot, isBooked }) => slot !== '' && isBooked)
const slots = booked.map(({ slot }) => slot)
const emails = booked.map(({ values }) => values['email'])
const spoken = ({ person }: Outcome) => person.isSpoken
const typed = (outcome: Outcome) => !spoken(outcome)
const figures = [
  print('typed', calm.filter(typed)),
  print('spoken', calm.filter(spoken)),
  print('two at the same time', paired),
  print('typed, under kills', hit.filter(typed)),
  print('spoken, under kills', hit.filter(spoken)),
]
const [right, of] = figures.reduce<[number, number]>(([sum, total], each) => [sum + each.right, total + each.all], [0, 0]) // oxfmt-ignore
/** Callers whose time was refused when they agreed to it, not when they named it. */
const late = paired.filter(({ calls }) => calls.some(({ lines }) => lines.some((line) => /not free\. I could offer/.test(line)))) // oxfmt-ignore
console.log(`
set ${args.set}: fields right in all    ${right} of ${of} (${((right / of) * 100).toFixed(1)} %)   target: 95 %
told that it is kept                  ${told.length}, of which lost ${told.filter((held) => ofCall(held).length === 0).length}, kept more than once ${told.filter((held) => ofCall(held).length > 1).length}   target: 0
kills                                 ${kills}
pairs that raced for a time           ${late.length} of ${paired.length / 2}
times that were booked twice          ${slots.length - new Set(slots).size} of ${slots.length}   target: 0
callers who hold two appointments     ${emails.length - new Set(emails).size}   target: 0`)
process.exit(0)
