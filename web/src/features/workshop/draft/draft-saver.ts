/**
 * Saves what is being changed, as one goes: one request at a time, the newest content last.
 *
 *   saved ── changed ──▶ waiting ── a second without a change, or asked for ──▶ saving ──▶ saved
 *     ▲                     ▲                                                    │
 *     └── changed back ─────┴── changed, or tried again ── failed ◀──────────────┘
 */
export type SaveState =
  | { phase: 'saved' | 'waiting' | 'saving' }
  /** `conflict`: it was changed elsewhere, and nothing is saved before its owner has chosen. */
  | { phase: 'failed'; reason: 'conflict' | 'other'; error: unknown }

export interface DraftSaverOptions<Content> {
  version: number
  content: Content
  /** @returns the version that it has now. Rejects where nothing was saved. */
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

  /** Saves at once. @returns whether everything is saved now */
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
    /** Goes on from what is on the server now; `content` is as it is there. */
    adopt(newer: { version: number; content: Content }): void {
      clearTimeout(timer)
      version = newer.version
      content = newer.content
      savedText = JSON.stringify(content)
      enter({ phase: 'saved' })
    },
    /** Of two contents, this one is to stay: it is saved over the newer `version`. */
    keepMine(newest: number): Promise<boolean> {
      version = newest
      return flush()
    },
  }
}
