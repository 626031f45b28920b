import type { Video } from '#contract/videos.ts'
import type { VideoPanel } from '#contract/video-steps.ts'
import { expect, test } from 'vitest'
import { ApiProblem, unreachable } from '../../lib/api-problem.ts'
import { awaitVideo } from './videos.ts'

const COMING: Video = { id: 'talk_1', status: 'poll', video: null, error: null, askAgainMs: 500 }
const DONE: Video = {
  ...COMING,
  status: 'done',
  video: { url: '/files/v', downloadUrl: '/files/v?download=1', mediaType: 'video/webm' },
  askAgainMs: null,
}
const problem = (status: number) =>
  new ApiProblem({ status, code: 'internal', title: 'Broken', detail: '', requestId: null })

/** A server with these answers, the last one repeated, and a clock that advances by each wait. */
async function ask(panel: VideoPanel, first: Video, answers: (Video | Error)[]) {
  let nowMs = 0
  let reads = 0
  const outcome = awaitVideo(first, {
    panel,
    nowMs: () => nowMs,
    wait: (ms) => ((nowMs += ms), Promise.resolve()),
    read() {
      const answer = answers[Math.min(reads, answers.length - 1)] ?? COMING
      reads += 1
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
  })
  return { over: await outcome.catch((error: unknown) => error), reads: () => reads, tookMs: () => nowMs }
}

test.each([
  { panel: 'talk', askAgainMs: 10_000, reads: 30, tookMs: 300_000 },
  { panel: 'test', askAgainMs: 2_000, reads: 30, tookMs: 60_000 },
  { panel: 'talk', askAgainMs: 2_000, reads: 150, tookMs: 300_000 },
  { panel: 'test', askAgainMs: 500, reads: 120, tookMs: 60_000 },
  { panel: 'test', askAgainMs: 0, reads: 120, tookMs: 60_000 },
] as const)('polling stops when the video takes too long: %j', async ({ panel, askAgainMs, reads, tookMs }) => {
  const forEver = { ...COMING, askAgainMs }
  const asked = await ask(panel, forEver, [forEver])
  expect(asked.over).toBeNull()
  expect(asked.reads()).toBe(reads)
  expect(asked.tookMs()).toBe(tookMs)
})

test('a video that is done at the last poll is returned', async () => {
  const slow = { ...COMING, askAgainMs: 2_000 }
  const asked = await ask('test', slow, [...Array.from({ length: 29 }, () => slow), DONE])
  expect(asked.over).toEqual(DONE)
})

test('polling continues after a server error', async () => {
  const asked = await ask('talk', COMING, [problem(503), COMING, problem(500), DONE])
  expect(asked.over).toEqual(DONE)
})

test.each([unreachable(new TypeError('offline')), problem(404), problem(401)])('%s ends the polling', async (error) => {
  const asked = await ask('talk', COMING, [error])
  expect(asked.over).toBe(error)
  expect(asked.reads()).toBe(1)
})
