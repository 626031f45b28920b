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

test('a video is asked for as often as the server says, until it is there', async () => {
  const { shelf, asked } = stage([COMING], [{ ...COMING, askAgainMs: 900 }, DONE])
  expect(shelf.now('finance')).toEqual({ step: 'creating' })
  expect(await shelf.get('finance')).toEqual({ step: 'ready', url: '/files/v' })
  expect(asked).toEqual(['order finance', 'wait 500', 'read talk_1', 'wait 900', 'read talk_1'])
})

test('however often it is wanted, it is ordered once; afterwards it is there without asking', async () => {
  const { shelf, asked } = stage([DONE])
  await Promise.all([shelf.get('finance'), shelf.get('finance')])
  await shelf.get('finance')
  expect(shelf.now('finance')).toEqual({ step: 'ready', url: '/files/v' })
  expect(asked).toEqual(['order finance'])
})

test('what failed is told in the words of the specification, and is another try the next time', async () => {
  const { shelf } = stage([failed('timed-out'), DONE])
  const text = 'Avatar creation failed. Please try again.'
  expect(await shelf.get('finance')).toEqual({ step: 'failed', text, detail: 'It took too long.' })
  expect(shelf.now('finance')).toEqual({ step: 'creating' })
  expect(await shelf.get('finance')).toMatchObject({ step: 'ready' })
})

test('a refused order is told with the reason of the server', async () => {
  const refusal = { status: 429, code: 'too-many-videos', title: 'Busy', detail: 'Wait a moment.', requestId: null }
  const { shelf } = stage([new ApiProblem(refusal)])
  const text = 'Failed to create talking avatar. Please try again.'
  expect(await shelf.get('finance')).toEqual({ step: 'failed', text, detail: 'Wait a moment.' })
})

test('a video that never ends, and one that is lost, have failed in the words of the specification', async () => {
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

test('where no videos are made there is none, and the server is not asked again', async () => {
  const { shelf, asked } = stage([failed('no-codecs')])
  expect(await shelf.get('finance')).toEqual({ step: 'none' })
  expect(await shelf.get('finance')).toEqual({ step: 'none' })
  expect(asked).toEqual(['order finance'])
})

test('a connection that fails does not hold up the call; once it is back, the video is asked for again', async () => {
  const { shelf } = stage([COMING, DONE], [unreachable(new TypeError('offline'))])
  expect(await shelf.get('finance')).toEqual({ step: 'none' })
  expect(await shelf.get('finance')).toMatchObject({ step: 'ready' })
})
