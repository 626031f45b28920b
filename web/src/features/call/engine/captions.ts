/** One line of the "Conversation" box. */
export interface CaptionLine {
  /** The item's id in the realtime protocol. */
  id: string
  role: 'user' | 'assistant'
  /** For the assistant, the part heard so far; for the caller, empty when the words were not understood. */
  content: string
  /** The line is still growing while it is spoken. */
  partial: boolean
  /** The assistant was interrupted here. */
  interrupted: boolean
}

export type Captions = readonly CaptionLine[]

/** More lines are kept than are shown, so that removing a line reveals the one before it. */
const KEPT_LINES = 50

/** Adds the line at the end, or updates it in place. An answer of which nothing was heard has no line. */
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

/** Closes all lines at the end of a call: an answer that was still being spoken counts as interrupted. */
export function closedLines(lines: Captions): Captions {
  if (!lines.some(({ partial }) => partial)) return lines
  return lines.map((line) =>
    line.partial ? { ...line, partial: false, interrupted: line.role === 'assistant' } : line,
  )
}

/** A line for what the caller said or typed. */
export function callersLine(id: string, content: string): CaptionLine {
  return { id, role: 'user', content: content.trim(), partial: false, interrupted: false }
}
