import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { createResampler } from '#contract/resample.ts'
import { createEars } from '../../server/src/voice/call/ears.ts'
import type { Progress, Recogniser, SpeechGrammar } from '../../server/src/voice/ports.ts'
import { createCallSpending } from '../../server/src/voice/spending.ts'
import { EAR_RATE_HZ } from '../understanding/people.ts'

export interface Turn {
  /** 16 kHz, with silence before and after the words. */
  sound: Float32Array
  /** Times of the speaker's first and last audible sound. */
  startMs: number
  endMs: number
  grammar: SpeechGrammar
}

export interface TurnEnd {
  /** The turn was ended while the speaker had more to say. */
  isCutOff: boolean
  /** From the speaker's last sound to the last decision to end the turn; undefined if there was none. */
  delayMs: number | undefined
}

const SLICE_SAMPLES = SAMPLE_RATE_HZ / 50

/**
 * Plays one turn to the hearing of a call and finds where it is ended. Time is that of the recording: after each slice,
 * this waits until the recogniser has reported its progress, as if it answered at once.
 * @param silenceMs the silence that ends a turn
 * @param isDeaf whether to end turns by silence alone, without the words
 */
export async function findTurnEnd(
  recogniser: Recogniser,
  { sound, startMs, endMs, grammar }: Turn,
  { silenceMs, isDeaf }: { silenceMs: number; isDeaf: boolean },
): Promise<TurnEnd> {
  let asked: Promise<Progress> | undefined
  const watched: Recogniser = {
    ...recogniser,
    open: (...request) => {
      const stream = isDeaf ? DEAF_STREAM : recogniser.open(...request)
      return { ...stream, progress: () => (asked = stream.progress()) }
    },
  }
  const decisionsMs: number[] = []
  const ears = createEars({
    recogniser: watched,
    grammar: () => grammar,
    spending: createCallSpending({ fixedMicros: Infinity }),
    onSpeechStarted: () => ears.open('turn'),
    onSpeechStopped() {
      decisionsMs.push(ears.writtenMs())
      ears.drop('turn')
    },
    onWordlessSound: () => undefined,
  })
  ears.configure({ silenceMs })
  const samples = createResampler(EAR_RATE_HZ, SAMPLE_RATE_HZ).push(sound)
  for (let at = 0; at < samples.length; at += SLICE_SAMPLES) {
    ears.append(samples.subarray(at, at + SLICE_SAMPLES))
    await asked
    asked = undefined
  }
  ears.close()
  const last = decisionsMs.at(-1)
  return {
    // An end before the speaker begins comes from noise and does not count.
    isCutOff: decisionsMs.some((ms) => ms > startMs && ms < endMs),
    delayMs: last === undefined || last < endMs ? undefined : last - endMs,
  }
}

const DEAF_STREAM = {
  write: () => undefined,
  progress: async () => 'unknown' as const,
  finish: async () => ({ text: '', understood: false }),
  cancel: () => undefined,
}

/**
 * Times of the first and the last sound louder than a twentieth of the loudest.
 * @param offsetMs silence before the speech
 */
export function extent(speech: Float32Array, offsetMs: number): Pick<Turn, 'startMs' | 'endMs'> {
  const loudest = speech.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const isAudible = (value: number): boolean => Math.abs(value) > loudest / 20
  const toMs = (index: number): number => offsetMs + (index / EAR_RATE_HZ) * 1000
  return { startMs: toMs(speech.findIndex(isAudible)), endMs: toMs(speech.findLastIndex(isAudible)) }
}
