import { isConflict } from '../../../lib/api-problem.ts'
import { saveOnTop, type Kept, type KeptOnServer } from './save-on-top.ts'

/**
 * Saves content automatically while it is being edited: one request at a time, always with the newest content.
 *
 *   saved ── changed ──▶ waiting ── a moment without a change, or asked for ──▶ saving ──▶ saved
 *     ▲                     ▲                                                    │
 *     └── changed back ─────┴── changed, or tried again ── failed ◀──────────────┘
 */
export type SaveState =
  | { phase: 'saved' | 'waiting' | 'saving' }
  /** `conflict`: it was changed elsewhere. Nothing is saved before the owner has chosen one of the two contents. */
  | { phase: 'failed'; reason: 'conflict' | 'other'; error: unknown }

/** Why an action on the saved content was not started: not everything could be saved. */
export class NotSaved extends Error {}

interface AutoSaverOptions<Content, Base> extends KeptOnServer<Content, Base> {
  kept: Kept<Content, Base>
  onState: (state: SaveState) => void
}

const DELAY_MS = 700

export function createAutoSaver<Content, Base>({ kept, onState, ...server }: AutoSaverOptions<Content, Base>) {
  const save = saveOnTop(server)
  let { base, content } = kept
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
        base = await save(content, base)
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

  /**
   * Saves everything and then runs `work`, which changes the content on the server. What is edited meanwhile is saved
   * afterwards, on top of what `work` has passed to `adopt` or `rebase`: earlier, it would be refused as outdated.
   * @throws NotSaved without having run `work`
   */
  async function betweenSaves<Result>(work: () => Promise<Result>): Promise<Result> {
    do {
      if (!(await flush())) throw new NotSaved()
    } while (running || isDirty())
    const done = work()
    running = done.then(saveAll, saveAll).finally(() => (running = undefined))
    return done
  }

  return {
    base: () => base,
    state: () => state,
    isDirty,
    flush,
    betweenSaves,
    change(next: Content): void {
      content = next
      if (running) {
        if (state.phase === 'saved' && isDirty()) enter({ phase: 'waiting' })
        return
      }
      if (state.phase === 'failed' && state.reason === 'conflict') return
      clearTimeout(timer)
      if (!isDirty()) {
        if (state.phase !== 'saved') enter({ phase: 'saved' })
        return
      }
      if (state.phase !== 'waiting') enter({ phase: 'waiting' })
      timer = setTimeout(() => void flush(), DELAY_MS)
    },
    /** Continues from what the server has now. */
    adopt(newer: Kept<Content, Base>): void {
      clearTimeout(timer)
      ;({ base, content } = newer)
      savedText = JSON.stringify(content)
      enter({ phase: 'saved' })
    },
    /** Continues from what the server has now, with the local content as a change of it. */
    rebase(newer: Kept<Content, Base>): void {
      base = newer.base
      savedText = JSON.stringify(newer.content)
    },
    /** Resolves a conflict in favour of the local content: saves it over the one of `newest`. */
    keepMine(newest: Base): Promise<boolean> {
      base = newest
      return flush()
    },
  }
}
