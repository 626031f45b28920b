/**
 * The browser's recogniser also hears the loudspeaker. A result with at least this share of the assistant's words is an
 * echo.
 */
const ECHO_SHARE = 0.7

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
}

/** Whether a result is an echo of what the assistant was just saying. */
export function isEcho(recognised: string, said: string): boolean {
  const words = wordsOf(recognised)
  if (words.length === 0) return true
  const own = new Set(wordsOf(said))
  return words.filter((word) => own.has(word)).length / words.length >= ECHO_SHARE
}

/** Said while the assistant speaks, these words ask for nothing; said after its question, they are an answer. */
const BACKCHANNEL =
  /^(?:(?:oh |mm )?(?:yes|yeah|yep|yup|no|nope|okay|ok|sure|right|all right|alright|aha|mm hmm|mhm|hmm|uh huh|i see|got it|go on)[ ]?){1,3}$/

/**
 * Whether a result is only a backchannel such as "yes", "okay" or "mm hmm", by a person who does not want to interrupt.
 */
export function isBackchannel(recognised: string): boolean {
  return BACKCHANNEL.test(wordsOf(recognised).join(' '))
}

/** Whether a result is a barge-in. One word may be a misheard cough, so two are required. */
export function isBargeIn(recognised: string, said: string): boolean {
  return wordsOf(recognised).length >= 2 && !isEcho(recognised, said) && !isBackchannel(recognised)
}
