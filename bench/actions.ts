import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { createGrammarRecogniser } from '../server/src/voice/stt/grammar-recogniser.ts'
import { phonesOf } from '../server/src/voice/tts/pronunciation.ts'
import { openDatabase } from '../server/src/infra/db/client.ts'
import { appointments, leads } from '../server/src/infra/db/schema/actions.ts'
import { TIME_ZONE } from './actions/business.ts'
import { converse, holdCall, type Held } from './actions/callers.ts'
import { createJudge, type Outcome } from './actions/judge.ts'
import { SETS } from './actions/phrases.ts'
import { rehearse, type Rehearsed } from './actions/rehearsal.ts'
import { moment, scriptedPeople, type ScriptedPerson } from './actions/scripted-people.ts'

/**
 * `npm run bench:actions -- --set first`: 200 calls to a whole server on a data folder, which is killed (-9) in between
 * while people talk to it. Prints what was kept as it was meant, what was lost, and what was booked twice.
 * `--spoken 10`: so many of them speak, in real time. `--rehearse 40`: so many spoken calls and nothing else, without a
 * server and in the time of their sound. `--unseen`: in the voices that nothing was mended by. `--show`: prints all calls.
 */
const { values: args } = parseArgs({
  options: {
    set: { type: 'string', default: 'second' },
    calls: { type: 'string', default: '200' },
    spoken: { type: 'string', default: '10' },
    kills: { type: 'string', default: '6' },
    failures: { type: 'string', default: '12' },
    rehearse: { type: 'string' },
    from: { type: 'string', default: '0' },
    unseen: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
  },
})
const phrases = SETS[z.enum(['first', 'second', 'third', 'fourth', 'fifth']).parse(args.set)]
const [CALLS, SPOKEN, KILLS, SHOWN_FAILURES] = [args.calls, args.spoken, args.kills, args.failures].map(Number) as [number, number, number, number] // prettier-ignore
/** Fewer calls are for a look at some of them. */
const PAIRS = CALLS >= 60 ? 10 : 0
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

const MOST_CALLS = 6

async function talk(person: ScriptedPerson): Promise<Outcome> {
  return callsOf(person, async (booked) => {
    const { port, assistantId } = await up
    return holdCall(port, assistantId, person, booked)
  })
}

/** Calls again when it was cut off, and to change what was booked. */
async function callsOf(person: ScriptedPerson, hold: (booked: Held['booked']) => Promise<Held>): Promise<Outcome> {
  const calls: Held[] = []
  let booked: Held['booked']
  for (let isAgain = true; isAgain && calls.length < MOST_CALLS;) {
    const held = await hold(booked)
    calls.push(held)
    // A dead server's place is taken by the next before its callers try again.
    if (held.isCutOff) await delay(200)
    isAgain =
      held.isCutOff || (booked === undefined && held.booked !== undefined && person.afterwards?.isSameCall === false)
    booked = held.booked
  }
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

const today = new Date(`${Temporal.Now.plainDateISO(TIME_ZONE).toString()}T00:00:00Z`)
const isUnseen = args.unseen
const speaking = (all: readonly ScriptedPerson[]) =>
  all.map((person) => ({ ...person, isSpoken: true, voice: { ...person.voice, isUnseen } }))
if (args.rehearse !== undefined) await rehearseAll(Number(args.rehearse), Number(args.from))

async function rehearseAll(count: number, from: number): Promise<never> {
  const recogniser = createGrammarRecogniser({ workers: 1, pronounce: phonesOf })
  const business: Rehearsed = { kept: [] }
  const outcomes: Outcome[] = []
  for (const person of speaking(scriptedPeople(from + count, phrases, today)).slice(from)) {
    const hold = async (booked: Held['booked']) => {
      const callId = `call_${person.voice.at}_${booked ? 'again' : 'first'}`
      return converse(callId, () => rehearse(recogniser, business, callId, person), person, booked)
    }
    outcomes.push(await callsOf(person, hold))
  }
  createJudge(business.kept, args.show ? Infinity : SHOWN_FAILURES, args.show).print(
    `set ${args.set}, rehearsed`,
    outcomes,
  )
  process.exit(0)
}

startServer('new')
const { assistantId } = await up
const people = scriptedPeople(Math.max(SPOKEN, CALLS - 2 * PAIRS), phrases, today)
const spoken = speaking(people.slice(0, SPOKEN))
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
  return { what: 'two at once', kind: 'appointment', opening: phrases.book[0] ?? '', otherOpenings: [], answers, meant: {}, yes: 'yes', expected: { name: 'Robin Reed', email }, corrections: {}, mistakes: {}, isSpoken: false, voice: { at: 0, isUnseen } } // prettier-ignore
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
  ...(await db.select().from(appointments)).map(({ callId, startsAt, fields, status }) => {
    const start = Temporal.Instant.fromEpochMilliseconds(+startsAt).toZonedDateTimeISO(TIME_ZONE).toPlainDateTime()
    const slot = start.toString({ smallestUnit: 'minute' })
    return { callId, slot, values: toValues(fields), isBooked: status === 'booked' }
  }),
  ...(await db.select().from(leads)).map(({ callId, fields }) => ({ callId, slot: '', values: toValues(fields), isBooked: true })), // prettier-ignore
]
await database.close()
rmSync(dataDir, { recursive: true, force: true })

const ofCall = ({ callId }: Held) => kept.filter((row) => row.callId === callId)
const { print } = createJudge(kept, SHOWN_FAILURES)
const everyone = [...calm, ...voices, ...paired, ...hit]
const told = everyone.flatMap(({ calls }) => calls).filter(({ isTold }) => isTold)
const booked = kept.filter(({ slot, isBooked }) => slot !== '' && isBooked)
const slots = booked.map(({ slot }) => slot)
const emails = booked.map(({ values }) => values['email'])
const figures = [print('typed', calm), print('spoken', voices), print('two at the same time', paired), print('while it was killed', hit)] // prettier-ignore
const [right, of] = figures.reduce(([sum, total], each) => [sum + each.right, total + each.all], [0, 0]) as [number, number] // prettier-ignore
console.log(`
set ${args.set}: fields right in all    ${right} of ${of} (${((right / of) * 100).toFixed(1)} %)   target: 95 %
told that it is kept                  ${told.length}, of which lost ${told.filter((held) => ofCall(held).length === 0).length}, kept more than once ${told.filter((held) => ofCall(held).length > 1).length}   target: 0
times that were booked twice          ${slots.length - new Set(slots).size} of ${slots.length}   target: 0
callers who hold two appointments     ${emails.length - new Set(emails).size}   target: 0`)
process.exit(0)
