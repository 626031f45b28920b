/** One line of the "Conversation" box. */
export interface CaptionLine {
  /** The item's id on the wire. */
  id: string
  role: 'user' | 'assistant'
  /** Of the assistant: what has been heard so far. Empty for a caller's words that were not understood. */
  content: string
  /** Still growing with the voice. */
  partial: boolean
  /** The assistant was cut short here. */
  interrupted: boolean
}

export type Captions = readonly CaptionLine[]

/** Kept behind the lines that are shown, so that a line which is taken back uncovers the one before. */
const KEPT_LINES = 50

/** Puts the line at the end, or brings it up to date in its place. An answer of which nothing was heard has no line. */
export function withLine(lines: Captions, line: CaptionLine): Captions {
  if (line.role === 'assistant' && line.content.trim() === '') {
    return line.partial ? lines : withoutLine(lines, line.id)
  }
  const index = lines.findIndex(({ id }) => id === line.id)
  if (index < 0) return [...lines, line].slice(-KEPT_LINES)
  return lines.with(index, line)
}

export function withoutLine(lines: Captions, id: string): Captions {
  return lines.some((line) => line.id === id) ? lines.filter((line) => line.id !== id) : lines
}

/** After the end of a call nothing grows any more: an answer that was still being spoken was cut short. */
export function closedLines(lines: Captions): Captions {
  if (!lines.some(({ partial }) => partial)) return lines
  return lines.map((line) =>
    line.partial ? { ...line, partial: false, interrupted: line.role === 'assistant' } : line,
  )
}

/** What the caller said or typed. */
export function callersLine(id: string, content: string): CaptionLine {
  return { id, role: 'user', content: content.trim(), partial: false, interrupted: false }
}
