import type { Video } from '#contract/videos.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerWith } from '../../../../lib/answers-testing.ts'
import { button, show } from '../../../../ui/show-testing.tsx'
import { EMPTY_FORM, type AssistantForm } from '../assistant-form.ts'
import type { SpokenText } from './say-text.ts'
import { TestAvatar } from './test-avatar.tsx'
import { EMPTY_TEST_INPUTS } from './test-inputs.ts'

const COMING: Video = { id: 'talk', status: 'poll', video: null, error: null, askAgainMs: 0 }
const over = (result: Partial<Video>): Video => ({ ...COMING, askAgainMs: null, ...result })
const done = (url: string) => over({ status: 'done', video: { url, downloadUrl: url, mediaType: 'video/webm' } })

/** The Test tab of an assistant with a photo that the server has. */
function TestTab() {
  const photo = { name: 'face.png', photoId: 'p', url: 'data:,' }
  const form = useForm<AssistantForm>({ defaultValues: { ...EMPTY_FORM, photo } })
  const [inputs, setInputs] = useState({ ...EMPTY_TEST_INPUTS, text: 'Hello.' })
  return (
    <TestAvatar {...{ form, inputs }} onInputs={setInputs} mayTalk renderConversation={() => null} onLeave={() => {}} />
  )
}

const status = page.getByRole('status')
const talk = () => button('Talk').click()
const stop = () => button('Stop').click()

/** A short video, which is repeated until it is stopped. */
async function makeVideo(): Promise<string> {
  const canvas = document.createElement('canvas')
  const ink = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm' })
  const chunks: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data))
  recorder.start()
  for (let frame = 0; frame < 30; frame += 1) {
    ink?.fillRect(frame, 0, 1, 1)
    await new Promise(requestAnimationFrame)
  }
  recorder.stop()
  await new Promise((resolve) => recorder.addEventListener('stop', resolve))
  const repeat = ({ target }: Event) => Object.assign(target as HTMLVideoElement, { loop: true })
  document.addEventListener('play', repeat, { capture: true })
  onTestFinished(() => document.removeEventListener('play', repeat, { capture: true }))
  const url = URL.createObjectURL(new Blob(chunks))
  onTestFinished(() => URL.revokeObjectURL(url))
  return url
}

test('the photo says a text in a video, which plays at once, can be stopped, and can be downloaded', async () => {
  const url = await makeVideo()
  answerWith({
    'POST /api/videos': () => Response.json(COMING, { status: 202 }),
    'GET /api/videos/talk': () => Response.json(done(url)),
  })
  show(<TestTab />)
  await expect.element(page.getByText('Your photo says it in a video.')).toBeVisible()
  await talk()
  const video = page.getByLabelText('The talking video')
  await expect.element(status).toHaveTextContent('The video is ready and plays')
  const player = video.element() as HTMLVideoElement
  await expect.poll(() => player.currentTime).toBeGreaterThan(0.05)
  await stop()
  expect(player.paused).toBe(true)
  await expect.element(status).toHaveTextContent('The video is ready')
  await expect.element(button('Stop')).toHaveAttribute('aria-disabled', 'true')
  const download = page.getByRole('link', { name: 'Download the video' })
  await expect.element(download).toHaveAttribute('href', url)
  await expect.element(download).toHaveAttribute('download')
})

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
  show(<TestTab />)
  await talk()
  await expect.poll(() => reads.length).toBe(1)
  await expect.element(status).toMatchTextContent(/^Making the video\./)
  await stop()
  expect(reads[0]?.signal.aborted).toBe(true)
  finished.resolve(Response.json(done('/v')))
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
    'POST /api/videos': () => Response.json(over({ status: 'error', error }), { status: 202 }),
    'POST /api/speech': () => Response.json(speech),
  })
  const peak = listen()
  show(<TestTab />)
  await talk()
  await expect.poll(peak).toBeGreaterThan(0.5)
  await expect.element(page.getByText(/^This server does not make videos\./)).toBeVisible()
  await expect.element(status).toBeEmptyDOMElement()
})
