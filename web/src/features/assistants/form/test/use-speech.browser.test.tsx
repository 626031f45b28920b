import type { Video } from '#contract/videos.ts'
import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerWith } from '../../../../lib/answers-testing.ts'
import { button, show } from '../../../../ui/show-testing.tsx'
import { TestStage } from './test-stage.tsx'
import type { SpokenText } from './say-text.ts'
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
  const { state, isWithoutVideos, talk, stop } = useSpeech()
  const player = useRef<HTMLVideoElement>(null)
  return (
    <>
      <TestStage
        {...{ state, isWithoutVideos, player, voiceId: WISH.voiceId, photo: WISH.photo, photoFace: null }}
        isPlaying={false}
        onPlaying={() => undefined}
      />
      <button onClick={() => void talk(WISH, null)}>Talk</button>
      <button onClick={stop}>Stop</button>
    </>
  )
}

const status = page.getByRole('status')

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
  await expect.element(status).toMatchTextContent(/^Making the video\./)
  await button('Stop').click()
  expect(reads[0]?.signal.aborted).toBe(true)
  finished.resolve(Response.json(DONE))
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  await expect.element(status).toBeEmptyDOMElement()
})

/** The loudest sample that has left the page's audio contexts so far, from 0 to 1. */
function listen(): () => number {
  const outputs = new Map<BaseAudioContext, AnalyserNode>()
  vi.spyOn(BaseAudioContext.prototype, 'destination', 'get').mockImplementation(function (this: BaseAudioContext) {
    const output = outputs.get(this) ?? new AnalyserNode(this, { fftSize: 32_768 })
    outputs.set(this, output)
    return output as unknown as AudioDestinationNode
  })
  let peak = 0
  return () => {
    for (const output of outputs.values()) {
      const samples = new Float32Array(output.fftSize)
      output.getFloatTimeDomainData(samples)
      peak = Math.max(peak, ...samples)
    }
    return peak
  }
}

test('a server that makes no videos says so, and the text is still heard', async () => {
  const error = { cause: 'no-codecs', text: 'T', detail: 'D' } as const
  const speech: SpokenText = { text: 'Hello.', durationMs: 500, cues: [], words: [], wav: '' }
  const tone = new AudioBuffer({ length: 4_000, sampleRate: 8_000 })
  tone.getChannelData(0).fill(0.8)
  vi.spyOn(BaseAudioContext.prototype, 'decodeAudioData').mockResolvedValue(tone)
  answerWith({
    'POST /api/videos': () => Response.json({ ...COMING, status: 'error', error, askAgainMs: null }, { status: 202 }),
    'POST /api/speech': () => Response.json(speech),
  })
  const peak = listen()
  show(<Speaker />)
  await expect.element(page.getByText('Your photo says it in a video.')).toBeVisible()
  await button('Talk').click()
  await expect.poll(peak).toBeGreaterThan(0.5)
  await expect.element(page.getByText(/^This server does not make videos\./)).toBeVisible()
  await expect.element(status).toBeEmptyDOMElement()
})
