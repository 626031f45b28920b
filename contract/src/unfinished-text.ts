/** Words that never end an English sentence. */
const NEVER_LAST = /\b(?:and|or|but|because|although|unless|if|whether|the|an?|my|your|our|their|every|very|i'm|i am|i'd like|i want|um+|uh+|er+m?)$/i // oxfmt-ignore
/** Words that may end a question ("who is it for") but hardly ever a statement or a request. */
const SELDOM_LAST = /\b(?:to|for|with|of|from|at|about|into|than|is|are|was|can you|could you)$/i
const ASKS = /\b(?:what|which|who|whom|whose|where|when|why|how)\b|['’](?:s|re)\b/i
/** Transcribers write these marks where a voice trails off. */
const HANGS = /(?:…|\.\.\.|,|-|–|—)$/

/**
 * Whether a transcript seems to end in the middle of a sentence, judged by simple cues. Used with recognisers that
 * accept any sentence, of a vendor or of a browser; the built-in one judges by the phrases it expects. Full stops are
 * no evidence, since transcribers end everything with one.
 */
export function endsMidSentence(transcript: string): boolean {
  const text = transcript.trim()
  if (HANGS.test(text)) return true
  const words = text.replace(/[.!?"”’\s]+$/, '')
  return NEVER_LAST.test(words) || (SELDOM_LAST.test(words) && !ASKS.test(words))
}
