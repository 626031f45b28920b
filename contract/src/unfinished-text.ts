/** Words after which an English sentence goes on. */
const NEVER_LAST = /\b(?:and|or|but|because|although|unless|if|whether|the|an?|my|your|our|their|every|very|i'm|i am|i'd like|i want|um+|uh+|er+m?)$/i // prettier-ignore
/** A question may end with one of these ("who is it for"), a statement or a wish hardly does. */
const SELDOM_LAST = /\b(?:to|for|with|of|from|at|about|into|than|is|are|was|can you|could you)$/i
const ASKS = /\b(?:what|which|who|whom|whose|where|when|why|how)\b|['’](?:s|re)\b/i
/** Transcribers write these where a voice hangs. */
const HANGS = /(?:…|\.\.\.|,|-|–|—)$/

/**
 * Whether a transcript ends in the middle of a sentence, by simple cues. For ears that take any sentence, a
 * vendor's or a browser's: those that know what to expect judge by that. Full stops say nothing, since transcribers put one behind everything.
 */
export function endsMidSentence(transcript: string): boolean {
  const text = transcript.trim()
  if (HANGS.test(text)) return true
  const words = text.replace(/[.!?"”’\s]+$/, '')
  return NEVER_LAST.test(words) || (SELDOM_LAST.test(words) && !ASKS.test(words))
}
