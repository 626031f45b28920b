import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeMicrophoneTrack } from './microphone-track.ts'
import { readWav, writeWav } from './wav.ts'

const folder = mkdtempSync(join(tmpdir(), 'voxhall-track-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function clip(name: string, sampleRate: number, value: number): string {
  const path = join(folder, name)
  writeFileSync(path, writeWav({ sampleRate, samples: new Int16Array(sampleRate / 10).fill(value) }))
  return path
}

test('clips are placed at the given times, with silence around them', () => {
  const path = join(folder, 'track.wav')
  const track = makeMicrophoneTrack(path, [clip('a.wav', 8_000, 5), clip('b.wav', 8_000, -7)], [200, 300])
  expect(track.clips).toEqual([
    { fromMs: 200, toMs: 300 },
    { fromMs: 600, toMs: 700 },
  ])
  const { sampleRate, samples } = readWav(readFileSync(path))
  expect(sampleRate).toBe(8_000)
  expect([1_599, 1_600, 2_399, 2_400, 4_800, 5_600].map((at) => samples[at])).toEqual([0, 5, 5, 0, -7, 0])
  expect(samples.length / sampleRate).toBeGreaterThan(60)
})

test('refuses clips of different rates rather than playing one too fast', () => {
  const clips = [clip('c.wav', 8_000, 1), clip('d.wav', 16_000, 1)]
  expect(() => makeMicrophoneTrack(join(folder, 'mixed.wav'), clips, [0, 0])).toThrow('different sample rates')
})
