import { withLine, type Captions } from '../engine/captions.ts'

/** Puts Vapi's transcripts into lines: a partial one grows until the final one stands in its place. */
export interface VapiCaptions {
  add(lines: Captions, said: { role: 'user' | 'assistant'; text: string; final: boolean }): Captions
  /** A typed line, which Vapi does not repeat. */
  typed(lines: Captions, text: string): Captions
  /** What was still growing stays as it is: nothing more will come of it. */
  close(lines: Captions): Captions
}

export function createVapiCaptions(): VapiCaptions {
  let made = 0
  /** The line that grows, of each. */
  const growing: { user: string | null; assistant: string | null } = { user: null, assistant: null }

  function nextId(): string {
    made += 1
    return `vapi_${made}`
  }

  return {
    add(lines, { role, text, final }) {
      const content = text.trim()
      if (content === '') return lines
      const id = growing[role] ?? nextId()
      growing[role] = final ? null : id
      return withLine(lines, { id, role, content, partial: !final, interrupted: false })
    },
    typed: (lines, text) =>
      withLine(lines, { id: nextId(), role: 'user', content: text, partial: false, interrupted: false }),
    close(lines) {
      growing.user = null
      growing.assistant = null
      if (!lines.some(({ partial }) => partial)) return lines
      return lines.map((line) =>
        line.partial ? { ...line, partial: false, interrupted: line.role === 'assistant' } : line,
      )
    },
  }
}
