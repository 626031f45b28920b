import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { createResampler } from '#contract/resample.ts'
import { readWav } from '../../e2e/support/wav.ts'
import { createGrammarRecogniser } from '../../server/src/voice/stt/grammar-recogniser.ts'
import { hear } from '../voice/hear.ts'
import { COFFEE_MAKER_PATTERNS, isOrdered } from './coffee-maker.ts'
import { addNoise, numbersFrom } from './noise.ts'

export interface PeopleResult {
  /** Signal-to-noise ratio between the loudest frames of speech and noise; null if no noise is added. */
  snrDb: number | null
  clips: number
  right: number
  refused: number
  wrong: number
  /** Clips in which an answer to the first part was audible before the speaker went on. */
  cutOff: number
  /** Clips that were heard as more than one stretch of speech, whether or not these were joined again. */
  splits: number
  cpuSecondsPerSecond: number
  misses: string[]
}

export interface PersonsClip {
  file: string
  /** 16 kHz. */
  speech: Float32Array
  slots: Record<string, string>
}

export const EAR_RATE_HZ = 16_000
/** Silence before the words, as a call's microphone would send. */
export const BEFORE_S = 1
const AFTER_S = 1.5
const AT_ONCE = 4
/** Fixed, so that two runs can be compared. */
const SEED = 13

const labelsSchema = z.record(z.string(), z.object({ slots: z.record(z.string(), z.string()) }))

/** @param most clips to read, spread evenly over the folder */
export function readPeople(folder: string, most: number): { clips: PersonsClip[]; noise: Float32Array } {
  const labels = Object.entries(labelsSchema.parse(JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8'))))
  const clips = spread(labels, most).map(([file, { slots }]) => ({
    file,
    speech: readSpeech(join(folder, 'clips', file)),
    slots,
  }))
  return { clips, noise: readSpeech(join(folder, 'kitchen.wav')) }
}

/** At most `most` of the items, spread evenly over the list. */
export function spread<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max(1, items.length / most)
  return Array.from({ length: Math.min(most, items.length) }, (_, index) => items[Math.floor(index * step)]).flatMap(
    (item) => (item === undefined ? [] : [item]),
  )
}

/**
 * Each clip with a second of silence before and one and a half after it, and with noise that is the same in each run.
 */
export function inKitchen(clips: readonly PersonsClip[], noise: Float32Array, snrDb: number | null): Float32Array[] {
  const random = numbersFrom(SEED)
  return clips.map(({ speech }) => {
    const padded = new Float32Array(BEFORE_S * EAR_RATE_HZ + speech.length + AFTER_S * EAR_RATE_HZ)
    padded.set(speech, BEFORE_S * EAR_RATE_HZ)
    return snrDb === null ? padded : addNoise(padded, noise, snrDb, random())
  })
}

/** Plays commands of real people, with added noise, to the hearing of a call. */
export async function measurePeople(
  { clips, noise }: ReturnType<typeof readPeople>,
  snrDb: number | null,
): Promise<PeopleResult> {
  const recogniser = createGrammarRecogniser({ workers: 2 })
  const grammar = { id: 'coffee-maker', patterns: COFFEE_MAKER_PATTERNS }
  const result: PeopleResult = {
    snrDb,
    clips: clips.length,
    right: 0,
    refused: 0,
    wrong: 0,
    cutOff: 0,
    splits: 0,
    cpuSecondsPerSecond: 0,
    misses: [],
  }
  const sounds = inKitchen(clips, noise, snrDb)
  const waiting = [...clips.entries()]
  const listen = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, { file, slots }] = next
      const sound = sounds[index] ?? new Float32Array(0)
      const { texts, stretches, isCutOff } = await hear(
        recogniser,
        grammar,
        createResampler(EAR_RATE_HZ, SAMPLE_RATE_HZ).push(sound),
      )
      const text = texts.filter((words) => words !== '').join(' ')
      if (isCutOff) result.cutOff += 1
      if (stretches > 1) result.splits += 1
      if (isOrdered(text, slots)) result.right += 1
      else {
        if (text === '') result.refused += 1
        else result.wrong += 1
        result.misses.push(`${file}: ${Object.values(slots).join(', ')} was heard as ${JSON.stringify(texts)}`)
      }
    }
  }
  try {
    await recogniser.warm(grammar)
    const before = process.cpuUsage()
    await Promise.all(Array.from({ length: AT_ONCE }, listen))
    const { user, system } = process.cpuUsage(before)
    const seconds = sounds.reduce((sum, { length }) => sum + length, 0) / EAR_RATE_HZ
    result.cpuSecondsPerSecond = (user + system) / 1e6 / seconds
  } finally {
    await recogniser.close()
  }
  return result
}

/** @throws {Error} if the WAV has another rate than the ears */
export function readSpeech(path: string): Float32Array {
  const { samples, sampleRate } = readWav(readFileSync(path))
  if (sampleRate !== EAR_RATE_HZ) throw new Error(`${path} has ${sampleRate} samples a second, not ${EAR_RATE_HZ}.`)
  return Float32Array.from(samples, (value) => value / 32_768)
}
