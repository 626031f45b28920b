import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { synthesise, type FliteSettings } from '../../server/src/voice/tts/flite.ts'
import { readSound } from '../voice/clips.ts'
import { EAR_RATE_HZ } from './people.ts'

/** Says a text. @returns 16 kHz */
export type Voice = (text: string) => Promise<Float32Array>

const FLITE: readonly FliteSettings[] = [
  { voice: 'slt' },
  { voice: 'rms' },
  { voice: 'awb' },
  { voice: 'slt', durationFactor: 1.1, pitchHz: 190 },
  { voice: 'awb', durationFactor: 0.95, pitchHz: 140 },
]

/** Voices of Flite, two of them altered. */
export const FLITE_VOICES: readonly Voice[] = FLITE.map(
  (settings) => async (text) => (await synthesise(text, settings)).samples,
)

/**
 * Voices of other synthesisers.
 * @param file each line is a shell command that says the text `$1` into the WAV file `$2`
 */
export function voicesOf(file: string): Voice[] {
  const commands = readFileSync(file, 'utf8').trim().split('\n')
  return commands.map((command) => async (text) => {
    const folder = mkdtempSync(join(tmpdir(), 'voxhall-voice-'))
    try {
      const wav = join(folder, 'said.wav')
      execFileSync('sh', ['-c', command, 'sh', text, wav], { stdio: 'ignore' })
      return readSound(wav, EAR_RATE_HZ)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
}
