import { normaliseWords } from '#contract/phrase-pattern.ts'
import { isReply, smallTalkIntent } from '../brain/small-talk.ts'
import type { Recognition } from '../ports.ts'
import type { Verdict } from './call-machine.ts'

/** Unrecognised sounds shorter than this are noise, such as a click, a cough or a chair. */
const NOISE_MS = 450
/** While the assistant speaks, an unrecognised sound must be at least this long to end the answer. */
const NOISE_OVER_SPEECH_MS = 1_000

interface HeardUtterance extends Recognition {
  /** From the first to the last voiced sound. */
  voicedMs: number
  /** The words that the loudspeaker played just before this sound, if the sound interrupted an answer. */
  over: string | undefined
  /** Whether the assistant had just asked a question or was finishing one. */
  isAsked: boolean
}

/**
 * Decides what a stretch of sound was, so that coughs, echoes and backchannels such as "mm hmm" neither stop an answer
 * nor get one. "Yes" and "no" are answers after a question, and mere backchannels while the assistant speaks.
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
  // Without a question before it, agreement during silence asks for nothing.
  return intent === 'go-on' ? 'understood' : 'nothing'
}

/** Whether the microphone picked up the loudspeaker: the recognised words are just what the assistant was saying. */
function isEcho(heard: string, said: string): boolean {
  return ` ${normaliseWords(said).join(' ')} `.includes(` ${normaliseWords(heard).join(' ')} `)
}
