import { normaliseWords } from '#contract/phrase-pattern.ts'
import { isReply, smallTalkIntent } from '../brain/small-talk.ts'
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
  /** The assistant had just put a question, or was at the end of one. */
  isAsked: boolean
}

/**
 * Decides what a stretch of sound was, so that coughs, echoes and "mm hmm" neither stop an answer nor get one. "Yes" and
 * "no" are answers where a question was put, and agreement while the assistant speaks.
 */
export function judgeUtterance(utterance: HeardUtterance): Verdict {
  const { over, voicedMs } = utterance
  if (!utterance.understood || utterance.text === '') {
    return voicedMs < (over === undefined ? NOISE_MS : NOISE_OVER_SPEECH_MS) ? 'nothing' : 'not-understood'
  }
  if (over !== undefined && isEcho(utterance.text, over)) return 'nothing'
  const intent = smallTalkIntent(utterance.text)
  if (intent === undefined) return utterance.isUnfinished ? 'unfinished' : 'understood'
  if (!isReply(intent)) return 'understood'
  if (utterance.isAsked && intent !== 'backchannel') return 'understood'
  if (over !== undefined) return 'backchannel'
  // Said into a silence, agreement asks for nothing.
  return intent === 'go-on' ? 'understood' : 'nothing'
}

/** The microphone caught the loudspeaker: the words heard are just what the assistant was saying. */
function isEcho(heard: string, said: string): boolean {
  return ` ${normaliseWords(said).join(' ')} `.includes(` ${normaliseWords(heard).join(' ')} `)
}
