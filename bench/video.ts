import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { CATALOGUE_DEFINITIONS } from '../server/src/features/assistants/catalogue/all.ts'
import { createMedia } from '../server/src/infra/media/media.ts'
import type { Speech, TalkingFace, VideoFormat } from '../server/src/infra/media/media-tasks.ts'
import { createFliteSynthesiser } from '../server/src/voice/tts/flite-synthesiser.ts'
import { percentile, rowOf, table } from './figures.ts'

/**
 * `npm run bench:video`: measures what it costs to render a talking video, from speech and face to the finished file.
 * Each figure is the median of several renderings (five, or the number in the first argument) after a warm-up. Exits
 * with 1 if five seconds of video take more than five seconds.
 */
const RUNS = Number(process.argv[2] ?? 5)
const SECONDS = 5
const ASSISTANT_ID = 'finance'
const PHOTO_FACE = {
  eyes: { left: { x: 0.42, y: 0.4 }, right: { x: 0.58, y: 0.4 } },
  mouth: { left: { x: 0.45, y: 0.56 }, right: { x: 0.55, y: 0.56 } },
}

/** Real speech of the assistant, cut off after five seconds. */
async function speak(): Promise<Speech> {
  const assistant = CATALOGUE_DEFINITIONS.find(({ id }) => id === ASSISTANT_ID)
  if (!assistant) throw new Error(`There is no ${ASSISTANT_ID}`)
  const text = `${assistant.firstMessage} ${assistant.knowledge[0]?.answer ?? ''}`
  const voice = await createFliteSynthesiser({ workers: 1, cacheMb: 1 })
  const samples = new Float32Array(SAMPLE_RATE_HZ * SECONDS)
  const cues: Speech['cues'][number][] = []
  let filled = 0
  for await (const chunk of voice.speak({ text, voiceId: assistant.voiceId })) {
    const atMs = (filled / SAMPLE_RATE_HZ) * 1_000
    cues.push(...chunk.mouth.map((cue) => ({ ...cue, atMs: cue.atMs + atMs })))
    const part = chunk.samples.subarray(0, samples.length - filled)
    samples.set(part, filled)
    filled += part.length
    if (filled >= samples.length) break
  }
  await voice.close()
  return { samples: samples.subarray(0, filled), cues: cues.filter(({ atMs }) => atMs < SECONDS * 1_000) }
}

const media = createMedia({ timeoutMs: 120_000 })
const speech = await speak()
const { bytes: picture } = await media.run({ task: 'draw-portrait', personId: ASSISTANT_ID, widthPx: 850 })
const portrait: TalkingFace = { kind: 'portrait', personId: ASSISTANT_ID }
const photo: TalkingFace = { kind: 'photo', picture, face: PHOTO_FACE }
const kinds: [string, TalkingFace, VideoFormat][] = [
  ['portrait, WebM', portrait, 'webm'],
  ['portrait, MP4', portrait, 'mp4'],
  ['photo, WebM', photo, 'webm'],
  ['photo, MP4', photo, 'mp4'],
]

const measured = []
for (const [name, face, format] of kinds) {
  const runs = []
  for (let run = 0; run <= RUNS; run += 1) {
    const startedAtMs = performance.now()
    const video = await media.run({ task: 'render-video', face, speech, format })
    if (run > 0) runs.push({ ...video, tookMs: performance.now() - startedAtMs })
  }
  const median = (values: number[]) => percentile(values, 0.5)
  const perSecond = (ms: number, run: { durationMs: number }) => ms / run.durationMs
  measured.push({
    name,
    took: median(runs.map((run) => perSecond(run.tookMs, run))) * SECONDS,
    cpu: median(runs.map((run) => perSecond(run.cpuMs, run))) * SECONDS,
    kilobytes: median(runs.map(({ bytes }) => bytes.length / 1_000)),
  })
}
await media.close()

const row = rowOf(measured)
const seconds = (value: number) => `${value.toFixed(1)} s`
console.log(
  table(
    measured.map(({ name }) => name),
    [
      row(`${SECONDS} s of video, rendered in`, '≤ 5 s', ({ took }) => seconds(took)),
      row('of one core, in all', '', ({ cpu }) => seconds(cpu)),
      row('size', '', ({ kilobytes }) => `${Math.round(kilobytes)} kB`),
    ],
  ),
)
process.exitCode = measured.every(({ took }) => took <= SECONDS) ? 0 : 1
