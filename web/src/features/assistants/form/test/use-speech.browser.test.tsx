import type { Video } from '#contract/videos.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerWith } from '../../../../lib/answers-testing.ts'
import { button, show } from '../../../../ui/show-testing.tsx'
import { useSpeech } from './use-speech.ts'

const COMING: Video = { id: 'talk', status: 'poll', video: null, error: null, askAgainMs: 0 }
const DONE: Video = {
  ...COMING,
  status: 'done',
  video: { url: '/v', downloadUrl: '/v', mediaType: 'video/webm' },
  askAgainMs: null,
}
const WISH = {
  photo: { name: 'face.png', photoId: 'p', url: 'data:,' },
  text: 'Hello.',
  voiceId: 'willow',
  provider: 'built-in',
  apiKey: '',
} as const

function Speaker() {
  const { state, talk, stop } = useSpeech()
  return (
    <>
      <p role="status">{state.phase}</p>
      <button onClick={() => void talk(WISH, null)}>Talk</button>
      <button onClick={stop}>Stop</button>
    </>
  )
}

test('a video whose making was stopped is not asked for any more, and does not appear when it is done', async () => {
  const reads: Request[] = []
  const finished = Promise.withResolvers<Response>()
  answerWith({
    'POST /api/videos': () => Response.json(COMING, { status: 202 }),
    'GET /api/videos/talk': (request) => {
      reads.push(request)
      return finished.promise
    },
  })
  show(<Speaker />)
  await button('Talk').click()
  await expect.poll(() => reads.length).toBe(1)
  await expect.element(page.getByRole('status')).toHaveTextContent('preparing')
  await button('Stop').click()
  expect(reads[0]?.signal.aborted).toBe(true)
  finished.resolve(Response.json(DONE))
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  await expect.element(page.getByRole('status')).toHaveTextContent('silent')
})
