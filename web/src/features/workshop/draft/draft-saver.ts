/**
 * Saves a draft automatically while it is being edited: one request at a time, always with the newest content.
 *
 *   saved ── changed ──▶ waiting ── a second without a change, or asked for ──▶ saving ──▶ saved
 *     ▲                     ▲                                                    │
 *     └── changed back ─────┴── changed, or tried again ── failed ◀──────────────┘
 */
export type SaveState =
  | { phase: 'saved' | 'waiting' | 'saving' }
  /**
   * `conflict`: the draft was changed elsewhere. Nothing is saved before the owner has chosen one of the two contents.
   */
  | { phase: 'failed'; reason: 'conflict' | 'other'; error: unknown }

export interface DraftSaverOptions<Content> {
  version: number
  content: Content
  /** @returns the new version; rejects when nothing was saved */
  save: (content: Content, version: number) => Promise<{ version: number }>
  isConflict: (error: unknown) => boolean
  onState: (state: SaveState) => void
  delayMs?: number
}

const DELAY_MS = 900

export type DraftSaver<Content> = ReturnType<typeof createDraftSaver<Content>>

export function createDraftSaver<Content>(options: DraftSaverOptions<Content>) {
  const { save, isConflict, onState, delayMs = DELAY_MS } = options
  let { version } = options
  let content = options.content
  let savedText = JSON.stringify(content)
  let state: SaveState = { phase: 'saved' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | undefined

  const isDirty = () => JSON.stringify(content) !== savedText

  function enter(next: SaveState): void {
    state = next
    onState(next)
  }

  async function saveAll(): Promise<boolean> {
    while (isDirty()) {
      const sent = JSON.stringify(content)
      enter({ phase: 'saving' })
      try {
        version = (await save(content, version)).version
        savedText = sent
      } catch (error) {
        enter({ phase: 'failed', reason: isConflict(error) ? 'conflict' : 'other', error })
        return false
      }
    }
    enter({ phase: 'saved' })
    return true
  }

  /**
   * Saves at once.
   * @returns whether everything is saved now
   */
  function flush(): Promise<boolean> {
    clearTimeout(timer)
    running ??= saveAll().finally(() => (running = undefined))
    return running
  }

  return {
    version: () => version,
    content: () => content,
    isDirty,
    flush,
    change(next: Content): void {
      content = next
      if (running) return
      if (state.phase === 'failed' && state.reason === 'conflict') return
      clearTimeout(timer)
      if (!isDirty()) {
        if (state.phase !== 'saved') enter({ phase: 'saved' })
        return
      }
      if (state.phase !== 'waiting') enter({ phase: 'waiting' })
      timer = setTimeout(() => void flush(), delayMs)
    },
    /** Continues from the server's present version and content. */
    adopt(newer: { version: number; content: Content }): void {
      clearTimeout(timer)
      version = newer.version
      content = newer.content
      savedText = JSON.stringify(content)
      enter({ phase: 'saved' })
    },
    /** Resolves a conflict in favour of the local content: saves it over the newer version `newest`. */
    keepMine(newest: number): Promise<boolean> {
      version = newest
      return flush()
    },
  }
}
