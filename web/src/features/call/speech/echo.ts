/** A recogniser of the browser's own hears the loudspeaker too. This many of its words must be the assistant's own. */
const ECHO_SHARE = 0.7

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
}

/** Whether what was recognised is what the assistant was just saying. */
export function isEcho(recognised: string, said: string): boolean {
  const words = wordsOf(recognised)
  if (words.length === 0) return true
  const own = new Set(wordsOf(said))
  return words.filter((word) => own.has(word)).length / words.length >= ECHO_SHARE
}

/** Said while the assistant speaks, these ask for nothing; after it has put a question, they answer it. */
const SIGN_OF_LISTENING =
  /^(?:(?:oh |mm )?(?:yes|yeah|yep|yup|no|nope|okay|ok|sure|right|all right|alright|aha|mm hmm|mhm|hmm|uh huh|i see|got it|go on)[ ]?){1,3}$/

/** "Yes", "okay", "mm hmm": a person who listens, and does not want the word. */
export function isSignOfListening(recognised: string): boolean {
  return SIGN_OF_LISTENING.test(wordsOf(recognised).join(' '))
}

/** One word may be a cough that was taken for one; with two the caller wants the word. */
export function isTakingTheWord(recognised: string, said: string): boolean {
  return wordsOf(recognised).length >= 2 && !isEcho(recognised, said) && !isSignOfListening(recognised)
}
