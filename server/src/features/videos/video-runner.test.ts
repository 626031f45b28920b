import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { VideoDesk, VideoEvent, VideoMaker } from '../../infra/media/video-maker.ts'
import { createVideoRunner } from './video-runner.ts'
import type { VideoRecord, VideoStore } from './video-store.ts'

const VIDEO: VideoRecord = {
  id: 'video_1',
  version: 1,
  state: { step: 'queued' },
  owner: { userId: 'ada' },
  assistantId: 'legal',
  photoId: null,
  photoFace: null,
  text: 'Hello.',
  voiceId: 'oak',
  isOwnVoice: false,
  format: 'webm',
  panel: 'talk',
  sameAs: null,
}

/** A runner over one row in memory, with a maker that follows the script. */
function runnerFor(script: (desk: VideoDesk) => AsyncGenerator<VideoEvent, void, void>, given: VideoRecord = VIDEO) {
  const row = { video: given, isDeleted: false }
  const discarded: string[] = []
  const store: Pick<VideoStore, 'find' | 'move' | 'beat' | 'findLeft'> = {
    find: async () => (row.isDeleted ? undefined : row.video),
    async move(video, state) {
      if (row.isDeleted || video.version !== row.video.version) return undefined
      row.video = { ...video, state, version: video.version + 1 }
      return row.video
    },
    beat: async () => {},
    findLeft: async () => [row.video],
  }
  const maker: VideoMaker = { path: 'd-id', make: (_order, desk) => script(desk) }
  const runner = createVideoRunner({
    store: store as VideoStore,
    maker,
    readFace: async () => undefined,
    keep: async () => 'file_1',
    discard: async (fileId) => void discarded.push(fileId),
    webhookUrlOf: () => undefined,
    log: pino({ level: 'silent' }),
    // Longer than any test.
    pollEveryMs: () => 3_600_000,
  })
  return { runner, row, discarded, step: () => row.video.state.step }
}

const finished: VideoEvent = { type: 'finished', fileId: 'file_1' }
const SUBMITTED: VideoRecord = { ...VIDEO, state: { step: 'submitted', vendorVideoId: 'tlk_1', polls: 0 } }

async function* looking(desk: VideoDesk): AsyncGenerator<VideoEvent, void, void> {
  yield { type: 'submitted', vendorVideoId: 'tlk_1' }
  await desk.waitForLook()
  yield finished
}

it('a nudge ends the wait for the next poll', async () => {
  const { runner, step } = runnerFor(looking)
  runner.start(VIDEO)
  await expect.poll(step).toBe('submitted')
  await runner.nudge(VIDEO.id)
  await expect.poll(step).toBe('done')
})

it('a nudge resumes a video that this process is not working on', async () => {
  const { runner, step } = runnerFor(looking, SUBMITTED)
  await runner.nudge(VIDEO.id)
  await expect.poll(step).toBe('done')
})

it('closing ends all waits and leaves the state unchanged', async () => {
  const { runner, step } = runnerFor(looking)
  runner.start(VIDEO)
  await expect.poll(step).toBe('submitted')
  await runner.close()
  expect(step()).toBe('submitted')
  runner.start(VIDEO)
  expect(step()).toBe('submitted')
})

it('no further attempt begins once the server shuts down', async () => {
  const held = Promise.withResolvers<void>()
  const { runner, row } = runnerFor(async function* () {
    yield { type: 'rendering' }
    await held.promise
    yield { type: 'rendering' }
  })
  runner.start(VIDEO)
  await expect.poll(() => row.video.state.step).toBe('rendering')
  const closed = runner.close()
  held.resolve()
  await closed
  expect(row.video.state).toEqual({ step: 'rendering', attempts: 1, speechId: null })
})

it('the file of a video that another process finished first is discarded', async () => {
  const { runner, row, discarded } = runnerFor(async function* () {
    yield { type: 'rendering' }
    row.video = { ...row.video, state: { step: 'done', fileId: 'file_0' }, version: 9 }
    yield finished
  })
  runner.start(VIDEO)
  await expect.poll(() => discarded).toEqual(['file_1'])
  expect(row.video.state).toEqual({ step: 'done', fileId: 'file_0' })
})
