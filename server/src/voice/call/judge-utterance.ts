import { normaliseWords } from '#contract/phrase-pattern.ts'
import { smallTalkIntent } from '../brain/small-talk.ts'
import type { Recognition } from '../ports.ts'
import type { Verdict } from './call-machine.ts'

/** Shorter than any question: a click, a cough, a chair. */
const NOISE_MS = 450
/** While the assistant speaks, a sound that is no known phrase must be this long to cut it off for good. */
const NOISE_OVER_SPEECH_MS = 1_000

export interface HeardUtterance extends Recognition {
  /** From the first to the last voiced sound. */
  voicedMs: number
  /** What the loudspeaker had been playing in the second before, if this sound held an answer. */
  over: string | undefined
}

/** Decides what a stretch of sound was, so that coughs, echoes and "mm hmm" neither stop an answer nor get one. */
export function judgeUtterance(utterance: HeardUtterance): Verdict {
  const { over, voicedMs } = utterance
  if (!utterance.understood || utterance.text === '') {
    return voicedMs < (over === undefined ? NOISE_MS : NOISE_OVER_SPEECH_MS) ? 'nothing' : 'not-understood'
  }
  if (over !== undefined && isEcho(utterance.text, over)) return 'nothing'
  if (smallTalkIntent(utterance.text) !== 'backchannel') return 'understood'
  // Said into a silence it asks for nothing.
  return over === undefined ? 'nothing' : 'backchannel'
}

/** The microphone caught the loudspeaker: the words heard are just what the assistant was saying. */
function isEcho(heard: string, said: string): boolean {
  return ` ${normaliseWords(said).join(' ')} `.includes(` ${normaliseWords(heard).join(' ')} `)
}
