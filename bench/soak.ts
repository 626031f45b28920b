import { parseArgs } from 'node:util'
import { CATALOGUE_DEFINITIONS } from '../server/src/features/assistants/catalogue/all.ts'
import { signUpAndConfirm, type Account } from '../e2e/support/accounts.ts'
import { makeShortCall } from '../e2e/support/short-call.ts'
import { startAsDeployed } from './soak/deployed-server.ts'
import { memoryOf, type Memory } from './soak/memory-of.ts'
import { makeShortVideo } from './soak/short-video.ts'
import { loadClips } from './voice/clips.ts'
import { machine, rowOf, table } from './figures.ts'
import { messageOf } from '../server/src/infra/error-facts.ts'

/**
 * `npm run bench:soak`: checks that the memory of the server, started as by `npm start`, returns to its initial level
 * after 1,000 calls and 200 videos (other numbers with `-- --calls 200 --videos 20`). Exits with 1 if the memory grew
 * by more than a tenth, or if a call or a video failed.
 */
const { values: options } = parseArgs({
  options: { calls: { type: 'string', default: '1000' }, videos: { type: 'string', default: '200' } },
})
const CALLS = Number(options.calls)
const VIDEOS = Number(options.videos)
const MOST_GROWTH = 1.1
const CALLS_AT_ONCE = 8
const MEASURED_EVERY_CALLS = 250
/** Made before the first measurement, so that all threads are running and have loaded the data of every assistant. */
const WARM_UP = { calls: 72, videos: 5 }

const clips = loadClips().filter(({ entryId }) => entryId !== null)
const server = await startAsDeployed()
const failures: string[] = []
const moments: { when: string; memory: Memory }[] = []
let callsMade = 0
let videosMade = 0

try {
  const accounts = await Promise.all(Array.from({ length: CALLS_AT_ONCE }, () => signUpAndConfirm(server.url)))
  await use(accounts, WARM_UP.calls, WARM_UP.videos)
  await measure('start')
  for (let calls = 0; calls < CALLS; calls += MEASURED_EVERY_CALLS) {
    const more = Math.min(MEASURED_EVERY_CALLS, CALLS - calls)
    const videos = Math.round((VIDEOS * (calls + more)) / CALLS) - Math.round((VIDEOS * calls) / CALLS)
    await use(accounts, more, videos)
    await measure(`${calls + more} calls`)
  }
} finally {
  await server.stop()
}
report()

/** Makes calls in parallel, one for each account, and videos one after the other at the same time. */
async function use(accounts: readonly Account[], calls: number, videos: number): Promise<void> {
  const lastCall = callsMade + calls
  const lastVideo = videosMade + videos
  await Promise.all([
    ...accounts.map(async (account) => {
      while (callsMade < lastCall) await callNumber(callsMade++, account)
    }),
    (async () => {
      while (videosMade < lastVideo) await videoNumber(videosMade++, accounts)
    })(),
  ])
}

/**
 * Alternates between spoken and typed questions; in time, this covers every assistant and every entry of its knowledge.
 */
async function callNumber(number: number, account: Account): Promise<void> {
  const round = number >> 1
  const clip = number % 2 === 0 ? clips[round % clips.length] : undefined
  const assistant = CATALOGUE_DEFINITIONS[round % CATALOGUE_DEFINITIONS.length]
  const entry = assistant?.knowledge[Math.floor(round / CATALOGUE_DEFINITIONS.length) % assistant.knowledge.length]
  const assistantId = clip?.assistantId ?? assistant?.id ?? ''
  await counted(`call ${number} (${clip?.file ?? entry?.id})`, () =>
    makeShortCall(server.url, account, assistantId, clip ?? entry?.question ?? ''),
  )
}

async function videoNumber(number: number, accounts: readonly Account[]): Promise<void> {
  const account = accounts[number % accounts.length]
  const assistant = CATALOGUE_DEFINITIONS[number % CATALOGUE_DEFINITIONS.length]
  if (account && assistant)
    await counted(`video ${number}`, () => makeShortVideo(server.url, account, assistant.id, number))
}

async function counted(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    failures.push(`${what}: ${messageOf(error)}`)
  }
}

async function measure(when: string): Promise<void> {
  const memory = await memoryOf(server)
  moments.push({ when, memory })
  process.stdout.write(`${when}: ${megabytes(memory.rssBytes)}\n`)
}

function report(): void {
  const [first, last] = [moments[0], moments.at(-1)]
  const growth = first && last ? last.memory.rssBytes / first.memory.rssBytes : Number.NaN
  const row = rowOf(moments)
  process.stdout.write(
    `\n${machine()}; ${CALLS} calls, ${VIDEOS} videos\n\n${table(
      moments.map(({ when }) => when),
      [
        row('resident', '', ({ memory }) => megabytes(memory.rssBytes)),
        row('heap of the main thread, used', '', ({ memory }) => megabytes(memory.heapUsedBytes)),
        row('outside of its heap', '', ({ memory }) => megabytes(memory.externalBytes)),
      ],
    )}\n\nend ÷ start: ${growth.toFixed(3)} (target: ≤ ${MOST_GROWTH}); failed: ${failures.length}\n`,
  )
  if (failures.length > 0) process.stdout.write(`${failures.slice(0, 20).join('\n')}\n`)
  process.exitCode = growth <= MOST_GROWTH && failures.length === 0 ? 0 : 1
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`
}
