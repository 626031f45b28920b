import '@napi-rs/webcodecs/polyfill'
import { ALL_FORMATS, AudioSampleSink, BufferSource, Input, VideoSampleSink } from 'mediabunny'

/** A decoded video, as its viewers see it. */
export interface SeenVideo {
  width: number
  height: number
  frames: { atMs: number; pixels: Uint8Array }[]
  /** Mono. */
  sound: Float32Array
  sampleRate: number
  mimeType: string
}

/** The installed types are older than this option. */
const AS_RGBA: VideoFrameCopyToOptions & { format: 'RGBA' } = { format: 'RGBA' }

/** Decodes a whole video. */
export async function watch(bytes: Uint8Array): Promise<SeenVideo> {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  if (!video || !audio) throw new Error('pictures or sound are missing')
  const frames: SeenVideo['frames'] = []
  let [width, height] = [0, 0]
  for await (const sample of new VideoSampleSink(video).samples()) {
    width = sample.codedWidth
    height = sample.codedHeight
    const pixels = new Uint8Array(width * height * 4)
    await sample.copyTo(pixels, AS_RGBA)
    frames.push({ atMs: sample.timestamp * 1_000, pixels })
    sample.close()
  }
  const parts: { at: number; samples: Float32Array }[] = []
  let sampleRate = 0
  for await (const sample of new AudioSampleSink(audio).samples()) {
    sampleRate = sample.sampleRate
    const samples = new Float32Array(sample.numberOfFrames)
    sample.copyTo(samples, { planeIndex: 0, format: 'f32-planar' })
    parts.push({ at: Math.round(sample.timestamp * sampleRate), samples })
    sample.close()
  }
  const length = Math.max(...parts.map(({ at, samples }) => at + samples.length))
  const sound = new Float32Array(length)
  for (const { at, samples } of parts) sound.set(at < 0 ? samples.subarray(-at) : samples, Math.max(at, 0))
  return { width, height, frames, sound, sampleRate, mimeType: await input.getMimeType() }
}
