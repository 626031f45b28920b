import { ApiProblem, isConflict } from '../../../lib/api-problem.ts'

/** The content on the server, and its version or revision, on which the next save is based. */
export interface Kept<Content, Base> {
  base: Base
  content: Content
}

export interface KeptOnServer<Content, Base> {
  /** @returns the new base. Rejects if nothing was saved, with the problem `changed-meanwhile` if `base` is outdated. */
  save: (content: Content, base: Base) => Promise<Base>
  /** Reads what the server has now, in the form in which it would be sent. */
  readNow: () => Promise<Kept<Content, Base>>
}

/**
 * Saves on top of `base`. A save whose answer was lost may have been stored; the next save then continues from it instead
 * of being refused as if the content had been changed elsewhere.
 */
export function saveOnTop<Content, Base>({ save, readNow }: KeptOnServer<Content, Base>) {
  const unanswered = new Set<string>()

  async function goOn(content: Content, refused: unknown): Promise<Base> {
    const now = await readNow()
    if (!unanswered.has(JSON.stringify(now.content))) throw refused
    return save(content, now.base)
  }

  return async (content: Content, base: Base): Promise<Base> => {
    try {
      const next = await save(content, base).catch((error: unknown) => {
        if (!isConflict(error) || unanswered.size === 0) throw error
        return goOn(content, error)
      })
      unanswered.clear()
      return next
    } catch (error) {
      if (isMaybeKept(error)) unanswered.add(JSON.stringify(content))
      throw error
    }
  }
}

/** Whether a save may have been stored although it failed: no answer arrived, or the server answered with an error of its own. */
function isMaybeKept(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500
}
