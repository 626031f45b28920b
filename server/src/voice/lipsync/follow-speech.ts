import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import type { MouthCue } from '#contract/visemes.ts'
import { joinSamples } from '../audio/pcm16.ts'
import type { SpeechChunk } from '../ports.ts'
import type { WholeSpeech } from '../tts/whole-speech.ts'
import { createSpeechAligner, FRAME_MS } from './speech-aligner.ts'

/** The first piece is short because the caller waits for it; longer ones are easier to align. */
const FIRST_PIECE_MS = 240
const PIECE_MS = 400
const LAST_MOMENT_SAMPLES = SAMPLE_RATE_HZ / 100
/**
 * From this time on, the pace is known well enough to predict the length of a word that has only begun; before, the
 * word is assumed to last as long as in our own rendering.
 */
const PACE_KNOWN_AFTER_MS = 500

/**
 * Adds mouth cues and word times to a voice that comes without any, by aligning its sound with our own rendering of the
 * same text.
 * @param sound 24 kHz mono, in pieces of any length
 */
export async function* followSpeech(
  sound: AsyncIterable<Float32Array>,
  rendering: Promise<Pick<WholeSpeech, 'samples' | 'cues' | 'words'>>,
): AsyncGenerator<SpeechChunk> {
  let follower: Follower | undefined
  let kept: Float32Array[] = []
  let keptLength = 0
  // Awaited below; without this, an early rejection would count as unhandled.
  rendering.catch(() => undefined)

  const take = (): Float32Array => {
    const samples = joinSamples(kept)
    kept = []
    keptLength = 0
    return samples
  }

  for await (const piece of sound) {
    kept.push(piece)
    keptLength += piece.length
    const enough = follower ? PIECE_MS : FIRST_PIECE_MS
    if (keptLength < (enough * SAMPLE_RATE_HZ) / 1_000) continue
    follower ??= createFollower(await rendering)
    yield follower(take(), false)
  }
  if (keptLength === 0 && !follower) return
  follower ??= createFollower(await rendering)
  // The remaining words need a moment of sound in which they are said.
  if (keptLength === 0) kept.push(new Float32Array((keptLength = LAST_MOMENT_SAMPLES)))
  yield follower(take(), true)
}

/** Gives the cues and words of the next piece of sound; the last one gets all that are left. */
type Follower = (samples: Float32Array, isLast: boolean) => SpeechChunk

function createFollower({ samples: ours, cues, words }: Pick<WholeSpeech, 'samples' | 'cues' | 'words'>): Follower {
  const aligner = createSpeechAligner(ours)
  let length = 0
  let frames = 0
  let nextCue = 0
  let nextWord = 0

  return (samples, isLast) => {
    aligner.push(samples)
    const startMs = (length / SAMPLE_RATE_HZ) * 1_000
    length += samples.length
    const endMs = (length / SAMPLE_RATE_HZ) * 1_000
    const result: SpeechChunk = { samples, mouth: [], words: [] }

    for (const ourMs of isLast ? aligner.finish() : aligner.take()) {
      const atMs = Math.max(0, frames * FRAME_MS - startMs)
      frames += 1
      for (let cue = cues[nextCue]; cue && cue.atMs <= ourMs + FRAME_MS / 2; cue = cues[++nextCue]) {
        addCue(result.mouth, { atMs: Math.round(atMs), viseme: cue.viseme })
      }
      for (let word = words[nextWord]; word && word.startMs <= ourMs + FRAME_MS / 2; word = words[++nextWord]) {
        const elapsedMs = startMs + atMs
        const pace = elapsedMs > PACE_KNOWN_AFTER_MS ? Math.min(2, Math.max(0.5, elapsedMs / Math.max(1, ourMs))) : 1
        const wordEndMs = atMs + (word.endMs - word.startMs) * pace
        result.words.push({ text: word.text, startMs: Math.round(atMs), endMs: Math.round(wordEndMs) })
      }
    }
    if (!isLast) return result
    const restMs = Math.round(endMs - startMs)
    for (const { text } of words.slice(nextWord)) result.words.push({ text, startMs: restMs, endMs: restMs })
    if (result.mouth.at(-1)?.viseme !== 'sil') addCue(result.mouth, { atMs: restMs, viseme: 'sil' })
    return result
  }
}

/** Adds a cue. Of two cues at the same time the later one wins, except that closed lips (PP) are always kept. */
function addCue(mouth: MouthCue[], cue: MouthCue): void {
  const last = mouth.at(-1)
  if (last && last.atMs >= cue.atMs) {
    if (last.viseme !== 'PP') last.viseme = cue.viseme
    return
  }
  if (last?.viseme !== cue.viseme) mouth.push(cue)
}
