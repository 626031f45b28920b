const OPEN = '<think>'
const CLOSE = '</think>'

/**
 * Removes from a model's stream what should not be spoken: the thoughts of a reasoning model (`<think>…</think>`) and
 * Markdown characters. Tags may be split between pieces.
 */
export function createSpokenOnly() {
  let pending = ''
  let isThinking = false
  let atLineStart = true

  function drain(isEnd: boolean): string {
    let said = ''
    for (;;) {
      const mark = isThinking ? CLOSE : OPEN
      const at = pending.indexOf(mark)
      if (at >= 0) {
        if (!isThinking) said += pending.slice(0, at)
        pending = pending.slice(at + mark.length)
        isThinking = !isThinking
        continue
      }
      // The text may end with the first characters of a tag, so these are held back.
      const keep = isEnd ? 0 : overlap(pending, mark)
      if (!isThinking) said += pending.slice(0, pending.length - keep)
      pending = pending.slice(pending.length - keep)
      return withoutMarks(said)
    }
  }

  function withoutMarks(text: string): string {
    let result = ''
    for (const char of text) {
      if (char === '*' || char === '`' || (atLineStart && (char === '#' || char === '>'))) continue
      // White space before the first word is left over from removed thoughts.
      if (atLineStart && char === ' ') continue
      atLineStart = char === '\n'
      result += char
    }
    return result
  }

  return {
    push(piece: string): string {
      pending += piece
      return drain(false)
    },
    flush: (): string => drain(true),
  }
}

/** How many characters at the end of the text could be the beginning of the tag. */
function overlap(text: string, mark: string): number {
  for (let length = Math.min(text.length, mark.length - 1); length > 0; length -= 1) {
    if (text.endsWith(mark.slice(0, length))) return length
  }
  return 0
}
