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

/** One word may be a cough that was taken for one; two are somebody who wants the word. */
export function isSomebodySpeaking(recognised: string, said: string): boolean {
  return wordsOf(recognised).length >= 2 && !isEcho(recognised, said)
}
