import type { Page } from '@playwright/test'
import { installPageAudioTap, type TappedChunk } from './page-audio-tap.ts'
import type { Sound } from './wav.ts'

const RATE_HZ = 16_000
const FRAME_MS = 20
/** The root mean square of a frame, where full scale is 1. Speech is above it; comfort noise and rounding are below. */
const LOUD_LEVEL = 0.01
/** Gaps up to this length are gaps between words, not silence. */
const WORD_GAP_MS = 250

/** Everything that a person in front of the page would have heard, on one timeline. */
export type HeardSound = Sound & {
  /** When the first sample was heard, in milliseconds since 1970. */
  startMs: number
}
export type Stretch = { fromMs: number; toMs: number }

export type PageAudio = {
  /** Everything since the page was opened, mixed to 16 kHz; silence where nothing was played. */
  heard(): Promise<HeardSound>
  /** The stretches in which sound was audible, in milliseconds since 1970; gaps between words do not end a stretch. */
  stretches(): Promise<Stretch[]>
}

/**
 * Records all sound that leaves the page from its next document on. Each document starts a new recording, so read one
 * before leaving the page.
 */
export async function recordPageAudio(page: Page): Promise<PageAudio> {
  await page.addInitScript(installPageAudioTap)
  const heard = async () => mix(await page.evaluate(() => window.takePageAudio?.() ?? []))
  return { heard, stretches: async () => loudStretches(await heard()) }
}

/** Mixes chunks, of which each audio graph of the page has one, into one timeline. Exported for its tests. */
export function mix(chunks: TappedChunk[]): HeardSound {
  const parts = chunks.map(({ atMs, pcm }) => ({ atMs, samples: decode(pcm) }))
  const startMs = Math.min(...parts.map((part) => part.atMs))
  if (!Number.isFinite(startMs)) return { sampleRate: RATE_HZ, samples: new Int16Array(0), startMs: 0 }
  const placed = parts.map((part) => ({ ...part, start: Math.round(((part.atMs - startMs) / 1000) * RATE_HZ) }))
  const length = Math.max(...placed.map((part) => part.start + part.samples.length))
  const line = new Float32Array(length)
  for (const { start, samples } of placed) {
    samples.forEach((sample, index) => {
      line[start + index] = (line[start + index] ?? 0) + sample
    })
  }
  const samples = Int16Array.from(line, (sample) => Math.max(-32768, Math.min(32767, Math.round(sample))))
  return { sampleRate: RATE_HZ, samples, startMs }
}

/** The stretches in which something is audible, in milliseconds since 1970. */
export function loudStretches({ samples, sampleRate, startMs }: HeardSound): Stretch[] {
  const frame = (FRAME_MS / 1000) * sampleRate
  const found: Stretch[] = []
  for (let start = 0; start < samples.length; start += frame) {
    const level = Math.hypot(...samples.subarray(start, start + frame)) / 32768 / Math.sqrt(frame)
    if (level < LOUD_LEVEL) continue
    const fromMs = startMs + (start / sampleRate) * 1000
    const last = found.at(-1)
    if (last && fromMs - last.toMs <= WORD_GAP_MS) last.toMs = fromMs + FRAME_MS
    else found.push({ fromMs, toMs: fromMs + FRAME_MS })
  }
  return found
}

function decode(pcm: string): Int16Array {
  const bytes = Buffer.from(pcm, 'base64')
  return Int16Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2))
}
