import { pbkdf2Sync } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MouthCue, Viseme } from '#contract/visemes.ts'
import { createMedia, type Media } from './media.ts'
import type { Speech, TalkingFace, VideoFormat } from './media-tasks.ts'
import { planVideo } from './render-video.ts'
import { watch, type SeenVideo } from './video-testing.ts'

const RATE = 24_000
const SECONDS = 1
const PHOTO_FACE = {
  eyes: { left: { x: 0.42, y: 0.4 }, right: { x: 0.58, y: 0.4 } },
  mouth: { left: { x: 0.45, y: 0.56 }, right: { x: 0.55, y: 0.56 } },
}

/** "ma ba pa ma ba pa …": a silent closure of 70 ms, then an open vowel of 180 ms as a loud tone. */
function mumble(): Speech {
  const samples = new Float32Array(RATE * SECONDS)
  const cues: MouthCue[] = []
  for (let atMs = 0; atMs < SECONDS * 1_000; atMs += 250) {
    cues.push({ atMs, viseme: 'PP' }, { atMs: atMs + 70, viseme: 'aa' })
    for (let index = ((atMs + 70) * RATE) / 1_000; index < ((atMs + 250) * RATE) / 1_000; index += 1) {
      samples[index] = 0.5 * Math.sin((2 * Math.PI * 330 * index) / RATE)
    }
  }
  return { samples, cues }
}

/** The share of pixels below the nose that show the dark between open lips: 0…1. */
function openness(video: SeenVideo, frame: number, box: { left: number; right: number; top: number; bottom: number }) {
  const pixels = video.frames[frame]?.pixels ?? new Uint8Array()
  let [dark, count] = [0, 0]
  for (let y = Math.round(box.top * video.height); y < box.bottom * video.height; y += 1) {
    for (let x = Math.round(box.left * video.width); x < box.right * video.width; x += 1) {
      const at = (y * video.width + x) * 4
      const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
      // The inside of a mouth is dark red.
      if (red < 150 && green < 85 && blue < 85 && red > green + 18) dark += 1
      count += 1
    }
  }
  return dark / count
}

const MOUTH_BOX = { left: 0.43, right: 0.57, top: 0.5, bottom: 0.66 }

let media: Media
beforeAll(() => {
  media = createMedia({ timeoutMs: 60_000 })
})
afterAll(() => media.close())

async function render(face: TalkingFace, format: VideoFormat) {
  const speech = mumble()
  const { bytes, durationMs, cpuMs } = await media.run({ task: 'render-video', face, speech, format })
  return { speech, durationMs, cpuMs, video: await watch(bytes) }
}

function cueAt(cues: readonly MouthCue[], timeMs: number): Viseme {
  return cues.findLast((cue) => cue.atMs <= timeMs)?.viseme ?? 'sil'
}

async function photoFace(): Promise<TalkingFace> {
  const { bytes } = await media.run({ task: 'draw-portrait', personId: 'finance', widthPx: 400 })
  return { kind: 'photo', picture: bytes, face: PHOTO_FACE }
}

/** Rendering takes seconds, so tests share the videos. */
const rendered = new Map<string, ReturnType<typeof render>>()
function renderedOnce(kind: 'a drawn portrait' | 'a photo', format: 'webm' | 'mp4'): ReturnType<typeof render> {
  const key = `${kind} ${format}`
  const known = rendered.get(key)
  if (known !== undefined) return known
  const face: Promise<TalkingFace> =
    kind === 'a photo' ? photoFace() : Promise.resolve({ kind: 'portrait', personId: 'finance' })
  const making = face.then((of) => render(of, format))
  rendered.set(key, making)
  return making
}

// The faces and the formats know nothing of each other, so two videos show both kinds of each.
it.each([
  ['a drawn portrait', 'webm', 'vp09'],
  ['a photo', 'mp4', 'avc1'],
] as const)('%s as %s: the lips close for every p, b and m, and open for every vowel', async (kind, format, codec) => {
  const { speech, video, durationMs } = await renderedOnce(kind, format)
  const { leadMs, frameMs } = planVideo(speech, 0)
  expect(video.mimeType).toContain(codec)
  expect(video.frames).toHaveLength(durationMs / frameMs)
  const closed: number[] = []
  const open: number[] = []
  for (let syllable = 0; syllable < SECONDS * 4; syllable += 1) {
    const closureMs = leadMs + syllable * 250 + 35
    const vowelMs = leadMs + syllable * 250 + 160
    closed.push(openness(video, Math.floor(closureMs / frameMs), MOUTH_BOX))
    open.push(openness(video, Math.floor(vowelMs / frameMs), MOUTH_BOX))
  }
  expect(Math.min(...open)).toBeGreaterThan(0.02)
  expect(Math.max(...closed)).toBeLessThan(Math.min(...open) / 4)
  expect(cueAt(speech.cues, 35)).toBe('PP')
})

it.each([
  ['a drawn portrait', 'webm'],
  ['a photo', 'mp4'],
] as const)('%s as %s: the audio matches the lips within 40 ms', async (kind, format) => {
  const { speech, video } = await renderedOnce(kind, format)
  const { leadMs } = planVideo(speech, 0)
  // Loudness in steps of 5 ms; a vowel begins where it rises.
  const step = video.sampleRate / 200
  const loud = Array.from({ length: Math.floor(video.sound.length / step) }, (_, index) =>
    Math.max(...video.sound.subarray(index * step, (index + 1) * step).map(Math.abs)),
  )
  const onsetsMs = loud.flatMap((level, index) => {
    const quietBefore = loud.slice(Math.max(0, index - 6), index).every((before) => before < 0.15)
    return level >= 0.15 && quietBefore && index > 0 ? [index * 5] : []
  })
  expect(onsetsMs).toHaveLength(SECONDS * 4)
  for (const [syllable, heardMs] of onsetsMs.entries()) {
    expect(Math.abs(heardMs - (leadMs + syllable * 250 + 70))).toBeLessThan(40)
  }
})

// CPU time, because wall-clock time depends on what else the machine does, and compared with other work, because machines
// differ: a second of video takes as long as five of these derivations, about a second of a core.
it('makes a video with no more CPU time than its length allows', async () => {
  const { cpuMs, durationMs } = await renderedOnce('a drawn portrait', 'webm')
  const before = process.cpuUsage()
  pbkdf2Sync('a password', 'salt', 500_000, 32, 'sha512')
  const { user, system } = process.cpuUsage(before)
  expect(cpuMs / (durationMs / 1_000)).toBeLessThan(8 * ((user + system) / 1_000))
})

it('a rendering can be aborted, and the next task is done', async () => {
  const hasty = createMedia({ timeoutMs: 60_000 })
  const abort = new AbortController()
  const video = hasty.run(
    {
      task: 'render-video',
      face: { kind: 'portrait', personId: 'finance' },
      speech: mumble(),
      format: 'webm',
    },
    { signal: abort.signal },
  )
  abort.abort(new Error('no longer wanted'))
  await expect(video).rejects.toThrow('no longer wanted')
  const picture = await hasty.run({ task: 'draw-portrait', personId: 'finance', widthPx: 80 })
  expect(picture).toMatchObject({ widthPx: 80, heightPx: 96 })
  await hasty.close()
})
