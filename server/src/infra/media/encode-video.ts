/**
 * The only file that knows how videos are made: mediabunny (MPL-2.0) writes the container, and the optional package
 * @napi-rs/webcodecs brings the codecs. Its binary contains x264 (GPL), which is one reason why the default format is
 * WebM with VP9 and Opus, and MP4 is made only on request.
 */
import type * as Mediabunny from 'mediabunny'
import { createResampler } from '#contract/resample.ts'
import { MediaError, type VideoFormat } from './media-tasks.ts'

interface VideoOptions {
  format: VideoFormat
  width: number
  height: number
  frameMs: number
  sampleRate: number
}

const VIDEO_BITS_PER_PIXEL = 3
const SOUND_BITS_PER_SECOND = 64_000
/** Without this, VP9 can't be decoded by players that ask for a video's colour space. */
const COLOUR_SPACE = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const
/** The sample rate for which Opus is defined; AAC takes it too. */
const SOUND_SAMPLE_RATE = 48_000

export async function openVideo(options: VideoOptions) {
  const { format, width, height, frameMs, sampleRate } = options
  const bunny = await loadCodecs()
  const target = new bunny.BufferTarget()
  const output = new bunny.Output({
    format: format === 'mp4' ? new bunny.Mp4OutputFormat({ fastStart: 'in-memory' }) : new bunny.WebMOutputFormat(),
    target,
  })
  const pictures = new bunny.VideoSampleSource({
    codec: format === 'mp4' ? 'avc' : 'vp9',
    bitrate: width * height * VIDEO_BITS_PER_PIXEL,
    keyFrameInterval: 2,
    latencyMode: 'realtime',
  })
  const sound = new bunny.AudioSampleSource({
    codec: format === 'mp4' ? 'aac' : 'opus',
    bitrate: SOUND_BITS_PER_SECOND,
  })
  output.addVideoTrack(pictures, { frameRate: 1_000 / frameMs })
  output.addAudioTrack(sound)
  await output.start()
  let frame = 0

  return {
    /** RGBA, row by row from the top. */
    async addFrame(pixels: Uint8Array): Promise<void> {
      const sample = new bunny.VideoSample(new Uint8Array(pixels), {
        format: 'RGBA',
        codedWidth: width,
        codedHeight: height,
        timestamp: (frame * frameMs) / 1_000,
        duration: frameMs / 1_000,
        colorSpace: COLOUR_SPACE,
      })
      frame += 1
      await pictures.add(sample)
      sample.close()
    },
    /** The whole sound track at once: mono, −1…1, starting with the first frame. */
    async addSound(samples: Float32Array<ArrayBuffer>): Promise<void> {
      const sample = new bunny.AudioSample({
        data: resampled(samples, sampleRate),
        format: 'f32',
        numberOfChannels: 1,
        sampleRate: SOUND_SAMPLE_RATE,
        timestamp: 0,
      })
      await sound.add(sample)
      sample.close()
    },
    async finish(): Promise<Uint8Array> {
      await output.finalize()
      if (!target.buffer) throw new MediaError('failed', 'the video is empty')
      return new Uint8Array(target.buffer)
    },
  }
}

function resampled(samples: Float32Array, sampleRate: number): Float32Array<ArrayBuffer> {
  // The resampling filter delays its output; silence at the end pushes the last samples out.
  const padded = new Float32Array(samples.length + sampleRate / 10)
  padded.set(samples)
  const length = Math.round((samples.length * SOUND_SAMPLE_RATE) / sampleRate)
  return createResampler(sampleRate, SOUND_SAMPLE_RATE).push(padded).slice(0, length)
}

async function loadCodecs(): Promise<typeof Mediabunny> {
  try {
    await import('@napi-rs/webcodecs/polyfill')
  } catch (cause) {
    throw new MediaError('no-codecs', 'the optional package @napi-rs/webcodecs is not installed for this machine', {
      cause,
    })
  }
  return import('mediabunny')
}
