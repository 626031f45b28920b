import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Reading } from '../../../lib/api.ts'
import { failureWords } from '../../../lib/api-problem.ts'
import { leftUnsaved } from '../../../lib/draft-box.ts'
import { notify } from '../../../lib/notify.ts'
import { replaceRead } from '../../../ui/queries.tsx'
import { createAutoSaver, type SaveState } from './auto-saver.ts'
import { useSaveOnLeaving } from './use-save-on-leaving.ts'

/** Messages by the path of a field: `appointments.lengthMinutes`. */
export type Issues = Readonly<Record<string, string>>

export function firstIssue(issues: Issues, path: string): string | undefined {
  return Object.entries(issues).find(([each]) => each.startsWith(path))?.[1]
}

/** The functions of the first render stay in use. */
interface SavedSettingsOptions<Settings, Saved> {
  schema: z.ZodType<Settings>
  saved: Saved
  settingsOf: (saved: Saved) => Settings
  /** How the settings are read; answers to saving are cached under its key. */
  reads: Reading<Saved>
  save: (settings: Settings & { revision: string }) => Promise<Saved>
}

/** Incomplete settings of a tab that was left. They are shown when it is opened again in the same page. */
interface LeftIncomplete<Settings> {
  settings: Settings
  /** The revision on which they are saved once they are complete. */
  revision: string
}

/**
 * Settings that are saved automatically, at the latest when the tab is left; invalid settings are not sent. Typed text
 * stays, even if it could not be saved.
 */
export function useSavedSettings<Settings extends object, Saved extends { revision: string }>(
  options: SavedSettingsOptions<Settings, Saved>,
) {
  const { schema, settingsOf, reads, save } = options
  const queryClient = useQueryClient()
  const key = JSON.stringify(reads.queryKey)
  const [left] = useState(() => leftUnsaved.get(key) as LeftIncomplete<Settings> | undefined)
  const [settings, setSettings] = useState(() => left?.settings ?? settingsOf(options.saved))
  const [state, setState] = useState<SaveState>({ phase: 'saved' })
  /** Incremented when other settings replace those on the screen, so that fields that hold their own text are remounted. */
  const [round, setRound] = useState(0)
  const keptOf = (saved: Saved) => {
    const content = settingsOf(saved)
    // As it is sent: the schema may trim texts.
    return { base: saved.revision, content: schema.safeParse(content).data ?? content }
  }
  const [saver] = useState(() =>
    createAutoSaver<Settings, string>({
      kept: { ...keptOf(options.saved), ...(left && { base: left.revision }) },
      save: async (content, revision) => {
        const saved = await save({ ...content, revision })
        await replaceRead(queryClient, reads, saved)
        return saved.revision
      },
      readNow: async () => keptOf(await reads.queryFn()),
      onState: setState,
    }),
  )
  const checked = useMemo(() => schema.safeParse(settings), [schema, settings])

  const incomplete = useRef<Settings>(undefined)
  useEffect(() => {
    incomplete.current = checked.success ? undefined : settings
    if (checked.success) saver.change(checked.data)
  }, [checked, saver, settings])
  const [leaving] = useState(() => ({
    isDirty: () => saver.isDirty() || incomplete.current !== undefined,
    flush: () => saver.flush(),
  }))
  useSaveOnLeaving(leaving)
  useEffect(() => {
    leftUnsaved.delete(key)
    return () => {
      const kept = incomplete.current && { settings: incomplete.current, revision: saver.base() }
      if (kept) {
        leftUnsaved.set(key, kept satisfies LeftIncomplete<Settings>)
        notify({
          kind: 'error',
          title: 'Not saved yet: something is missing',
          description: 'Your changes are kept as long as this page is open. Go back to complete them.',
        })
      }
      void saver.flush().then((isSaved) => {
        if (kept) kept.revision = saver.base()
        if (isSaved) return
        const now = saver.state()
        const error = now.phase === 'failed' ? now.error : undefined
        const description = failureWords(error, 'Something went wrong. Please make the change again.')
        notify({ kind: 'error', title: 'Your last change was not saved', description })
      })
    }
  }, [key, saver])

  return {
    settings,
    change: (part: Partial<Settings>) => setSettings((before) => ({ ...before, ...part })),
    issues: useMemo<Issues>(
      () => Object.fromEntries(checked.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []),
      [checked],
    ),
    round,
    /** For `SavingNote`. */
    saving: {
      state,
      isIncomplete: !checked.success,
      flush: () => saver.flush(),
      takeTheirs: async () => {
        const theirs = await reads.queryFn()
        saver.adopt(keptOf(theirs))
        await replaceRead(queryClient, reads, theirs)
        setSettings(settingsOf(theirs))
        setRound((before) => before + 1)
      },
      keepMine: async () => saver.keepMine((await reads.queryFn()).revision),
    },
  }
}
