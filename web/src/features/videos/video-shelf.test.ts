import type { Video } from '#contract/videos.ts'
import { expect, test } from 'vitest'
import { ApiProblem, unreachable } from '../../lib/api-problem.ts'
import { createVideoShelf, type VideoShelfDeps } from './video-shelf.ts'

const COMING: Video = { id: 'talk_1', status: 'poll', video: null, error: null, askAgainMs: 500 }
const DONE: Video = {
  ...COMING,
  status: 'done',
  video: { url: '/files/v', downloadUrl: '/files/v?download=1', mediaType: 'video/webm' },
  askAgainMs: null,
}
const failed = (cause: 'no-codecs' | 'timed-out'): Video => ({
  ...COMING,
  status: 'error',
  error: { cause, text: 'Avatar creation failed. Please try again.', detail: 'It took too long.' },
  askAgainMs: null,
})

const lostProblem = new ApiProblem({
  status: 404,
  code: 'not-found',
  title: 'Not found',
  detail: 'Gone.',
  requestId: null,
})

/** A server that gives these answers in turn, and the requests it has received. */
function stage(orders: (Video | Error)[], looks: (Video | Error)[] = []) {
  const asked: string[] = []
  const next = (answers: (Video | Error)[]): Promise<Video> => {
    const answer = answers.shift() ?? new Error('asked too often')
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
  const deps: VideoShelfDeps = {
    order: (assistantId) => (asked.push(`order ${assistantId}`), next(orders)),
    read: (videoId) => (asked.push(`read ${videoId}`), next(looks)),
    wait: (ms) => (asked.push(`wait ${ms}`), Promise.resolve()),
  }
  return { shelf: createVideoShelf(deps), asked }
}

test('a video is polled at the intervals given by the server, until it is ready', async () => {
  const { shelf, asked } = stage([COMING], [{ ...COMING, askAgainMs: 900 }, DONE])
  expect(shelf.now('finance')).toEqual({ step: 'creating' })
  expect(await shelf.get('finance')).toEqual({ step: 'ready', url: '/files/v' })
  expect(asked).toEqual(['order finance', 'wait 500', 'read talk_1', 'wait 900', 'read talk_1'])
})

test('a video requested several times is ordered once and then available without a request', async () => {
  const { shelf, asked } = stage([DONE])
  await Promise.all([shelf.get('finance'), shelf.get('finance')])
  await shelf.get('finance')
  expect(shelf.now('finance')).toEqual({ step: 'ready', url: '/files/v' })
  expect(asked).toEqual(['order finance'])
})

test('a failed video has the specification’s text, and the next request tries again', async () => {
  const { shelf } = stage([failed('timed-out'), DONE])
  const text = 'Avatar creation failed. Please try again.'
  expect(await shelf.get('finance')).toEqual({ step: 'failed', text, detail: 'It took too long.' })
  expect(shelf.now('finance')).toEqual({ step: 'creating' })
  expect(await shelf.get('finance')).toMatchObject({ step: 'ready' })
})

test('a refused order has the server’s reason', async () => {
  const refusal = { status: 429, code: 'too-many-videos', title: 'Busy', detail: 'Wait a moment.', requestId: null }
  const { shelf } = stage([new ApiProblem(refusal)])
  const text = 'Failed to create talking avatar. Please try again.'
  expect(await shelf.get('finance')).toEqual({ step: 'failed', text, detail: 'Wait a moment.' })
})

test('a video that is never finished and a lost video fail with the specification’s text', async () => {
  const text = 'Avatar creation failed. Please try again.'
  let nowMs = 0
  const shelf = createVideoShelf({
    order: () => Promise.resolve(COMING),
    read: () => Promise.resolve(COMING),
    wait: (ms) => ((nowMs += ms), Promise.resolve()),
    nowMs: () => nowMs,
  })
  expect(await shelf.get('finance')).toEqual({ step: 'failed', text, detail: 'It took too long.' })
  expect(nowMs).toBe(300_000)
  const { shelf: lost } = stage([COMING], [lostProblem])
  expect(await lost.get('finance')).toEqual({ step: 'failed', text, detail: 'Gone.' })
})

test('a server that cannot make videos is not asked again', async () => {
  const { shelf, asked } = stage([failed('no-codecs')])
  expect(await shelf.get('finance')).toEqual({ step: 'none' })
  expect(await shelf.get('finance')).toEqual({ step: 'none' })
  expect(asked).toEqual(['order finance'])
})

test('a failed connection does not delay the call, and the next request asks for the video again', async () => {
  const { shelf } = stage([COMING, DONE], [unreachable(new TypeError('offline'))])
  expect(await shelf.get('finance')).toEqual({ step: 'none' })
  expect(await shelf.get('finance')).toMatchObject({ step: 'ready' })
})
