import { readFileSync, writeFileSync } from 'node:fs'
import { readWav, writeWav } from './wav.ts'

/**
 * Trailing silence, longer than any test: Chromium repeats the last 10 ms of a microphone file forever, and a call must
 * hear silence then.
 */
const TAIL_MS = 90_000
const SILENT_RATE_HZ = 16_000

export type MicrophoneTrack = {
  path: string
  /** When each clip starts and ends, counted from the moment the page opens the microphone. */
  clips: { fromMs: number; toMs: number }[]
}

/**
 * Writes one WAV file with all clips, one after another. Chromium plays it from the start at every getUserMedia.
 * @param clips paths of 16-bit mono WAV files, all of one sample rate
 * @param silencesMs the silence before each clip, in the order of the clips
 */
export function makeMicrophoneTrack(path: string, clips: string[], silencesMs: number[]): MicrophoneTrack {
  if (clips.length !== silencesMs.length) throw new Error('Each clip needs the silence before it')
  const sounds = clips.map((clip) => readWav(readFileSync(clip)))
  const sampleRate = sounds[0]?.sampleRate ?? SILENT_RATE_HZ
  if (sounds.some((sound) => sound.sampleRate !== sampleRate)) throw new Error('Clips of different sample rates')
  const toSamples = (durationMs: number) => Math.round((durationMs / 1000) * sampleRate)

  let end = 0
  const placed = sounds.map(({ samples }, index) => {
    const start = end + toSamples(silencesMs[index] ?? 0)
    end = start + samples.length
    return { samples, start, end }
  })
  const track = new Int16Array(end + toSamples(TAIL_MS))
  for (const { samples, start } of placed) track.set(samples, start)
  writeFileSync(path, writeWav({ sampleRate, samples: track }))
  const toMs = (samples: number) => (samples / sampleRate) * 1000
  return { path, clips: placed.map((clip) => ({ fromMs: toMs(clip.start), toMs: toMs(clip.end) })) }
}
