import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSpeechManifest, SPEECH_FOLDER } from '../../e2e/support/speech-manifest.ts'
import { readWav } from '../../e2e/support/wav.ts'
import { encodePcm16Base64 } from '../../server/src/voice/audio/pcm16.ts'
import { createResampler } from '#contract/resample.ts'

export const FRAME_MS = 40
const FRAME_SAMPLES = (SAMPLE_RATE_HZ * FRAME_MS) / 1000
/** Sound below this share of the clip's loudest sample does not count as voiced. */
const VOICED_SHARE = 0.05

export interface Clip {
  file: string
  voice: string
  assistantId: string | null
  /** Null if the assistant has no answer to this. */
  entryId: string | null
  /** 24 kHz. */
  samples: Float32Array
  /** Encoded frames of 40 ms, ready to send. */
  frames: string[]
  firstVoicedMs: number
  lastVoicedMs: number
}

/** The recorded speech that tests and benchmarks share; the README of its folder names the speakers. */
export function loadClips(): Clip[] {
  return readSpeechManifest().map((entry) => ({
    ...entry,
    ...clipOf(readSound(join(SPEECH_FOLDER, entry.file), SAMPLE_RATE_HZ)),
  }))
}

/** The samples of a WAV file, −1…1. */
export function readSound(path: string, rateHz: number): Float32Array {
  const { samples, sampleRate } = readWav(readFileSync(path))
  return createResampler(sampleRate, rateHz).push(Float32Array.from(samples, (value) => value / 32_768))
}

/** @param samples 24 kHz */
export function clipOf(samples: Float32Array): Pick<Clip, 'samples' | 'frames' | 'firstVoicedMs' | 'lastVoicedMs'> {
  const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const isVoiced = (value: number) => Math.abs(value) > loudest * VOICED_SHARE
  return {
    samples,
    frames: Array.from({ length: Math.ceil(samples.length / FRAME_SAMPLES) }, (_, index) =>
      encodePcm16Base64(samples.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES)),
    ),
    firstVoicedMs: msOf(samples.findIndex(isVoiced)),
    lastVoicedMs: msOf(samples.findLastIndex(isVoiced)),
  }
}

function msOf(samples: number): number {
  return (samples / SAMPLE_RATE_HZ) * 1000
}
