/** One line of the "Conversation" box. */
export interface CaptionLine {
  /** The item's id on the wire. */
  id: string
  role: 'user' | 'assistant'
  /** Of the assistant: what has been heard so far. Empty for a person's words that were not understood. */
  content: string
  /** Still growing with the voice. */
  partial: boolean
  /** The assistant was cut short here. */
  interrupted: boolean
}

export type Captions = readonly CaptionLine[]

/** Kept behind the three that are shown, so that a line which is taken back uncovers the one before. */
const KEPT_LINES = 50

/** Puts the line at the end, or brings it up to date in its place. */
export function withLine(lines: Captions, line: CaptionLine): Captions {
  const index = lines.findIndex(({ id }) => id === line.id)
  if (index < 0) return [...lines, line].slice(-KEPT_LINES)
  return lines.with(index, line)
}

export function withoutLine(lines: Captions, id: string): Captions {
  return lines.some((line) => line.id === id) ? lines.filter((line) => line.id !== id) : lines
}

/** A person's words; shown even if nothing was understood, so that they know. */
export function withPersonsWords(lines: Captions, id: string, content: string): Captions {
  return withLine(lines, { id, role: 'user', content: content.trim(), partial: false, interrupted: false })
}

/** What of an answer has been heard so far. */
export function withHeardWords(lines: Captions, id: string, content: string): Captions {
  if (content.trim() === '') return lines
  return withLine(lines, { id, role: 'assistant', content, partial: true, interrupted: false })
}

/** An answer is over: it was heard to its end, or cut short. One of which nothing was heard leaves no line. */
export function withAnswerOver(
  lines: Captions,
  id: string,
  { content, interrupted }: { content: string; interrupted: boolean },
): Captions {
  const heard = content.trim()
  if (heard === '') return withoutLine(lines, id)
  return withLine(lines, { id, role: 'assistant', content: heard, partial: false, interrupted })
}
