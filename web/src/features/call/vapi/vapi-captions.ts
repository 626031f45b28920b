import type { CaptionLine } from '../engine/captions.ts'

/** Gives the line of each of Vapi's transcripts: a partial one grows until the final one stands in its place. */
export function createVapiCaptions(): (said: Pick<CaptionLine, 'role' | 'content' | 'partial'>) => CaptionLine {
  let made = 0
  /** The line that grows, of each. */
  const growing: Record<CaptionLine['role'], string | null> = { user: null, assistant: null }

  return ({ role, content, partial }) => {
    if (growing[role] === null) made += 1
    const id = growing[role] ?? `vapi_${made}`
    growing[role] = partial ? id : null
    return { id, role, content: content.trim(), partial, interrupted: false }
  }
}
