import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { failureWords } from '../../lib/api-problem.ts'
import { notify } from '../../lib/notify.ts'
import { isConflict, saveOnTop } from './save-on-top.ts'

/** The time after the last change until the settings are saved. */
const SAVE_AFTER_MS = 700
const LOST_WORDS = 'The server is not answering. Nothing you typed is lost.'

export type Saving =
  | { state: 'saved' | 'saving' }
  /** The settings were changed elsewhere since they were read. Nothing is overwritten before the person has chosen. */
  | { state: 'conflict' }
  | { state: 'invalid' | 'failed'; words: string }

interface SavedSettingsOptions<Settings, Saved> {
  schema: z.ZodType<Settings>
  /** As the server answered last. */
  saved: Saved
  settingsOf: (saved: Saved) => Settings
  read: () => Promise<Saved>
  save: (settings: Settings, revision: string) => Promise<Saved>
  onSaved: (saved: Saved) => void
}

/**
 * Settings that are saved automatically, one request after another. The last change is saved at the latest when the tab
 * is left. Typed text stays, even if it could not be saved.
 */
export function useSavedSettings<Settings extends object, Saved extends { revision: string }>(
  options: SavedSettingsOptions<Settings, Saved>,
) {
  const { schema, settingsOf, read, onSaved } = options
  const [settings, setSettings] = useState(() => settingsOf(options.saved))
  const [saving, setSaving] = useState<Saving>({ state: 'saved' })
  /** Goes up when other settings take the place of those on the screen: fields that keep their text begin anew. */
  const [round, setRound] = useState(0)
  /** Errors by field path: `appointments.lengthMinutes`. */
  const [issues, setIssues] = useState<Readonly<Record<string, string>>>({})
  const latest = useRef(settings)
  const revision = useRef(options.saved.revision)
  const [save] = useState(() =>
    saveOnTop({
      save: options.save,
      readNow: async () => {
        const now = await read()
        return { content: settingsOf(now), base: now.revision }
      },
    }),
  )
  const unsent = useRef<Settings | null>(null)
  const sending = useRef(Promise.resolve())
  const isGone = useRef(false)

  const send = useEffectEvent(() => {
    const data = unsent.current
    if (data === null) return
    unsent.current = null
    const of = latest.current
    sending.current = sending.current.then(async () => {
      try {
        const saved = await save(data, revision.current)
        revision.current = saved.revision
        // A later change is already being saved.
        if (latest.current !== of) return
        onSaved(saved)
        setSaving({ state: 'saved' })
      } catch (error) {
        if (latest.current !== of) return
        const words = failureWords(error, LOST_WORDS)
        setSaving(isConflict(error) ? { state: 'conflict' } : { state: 'failed', words })
        if (isGone.current) notify({ kind: 'error', title: 'Your last change was not saved', description: words })
      }
    })
  })

  useEffect(() => {
    if (latest.current === settings) return
    latest.current = settings
    unsent.current = null
    const checked = schema.safeParse(settings)
    if (!checked.success) {
      setIssues(Object.fromEntries(checked.error.issues.map(({ path, message }) => [path.join('.'), message])))
      setSaving({ state: 'invalid', words: 'Not saved yet: something is missing below.' })
      return
    }
    setIssues({})
    setSaving({ state: 'saving' })
    unsent.current = checked.data
    const timer = setTimeout(() => send(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [settings, schema])

  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      send()
    }
  }, [])

  const saveAgain = () => setSettings((before) => ({ ...before }))
  const takeTheirs = async () => {
    try {
      const theirs = await read()
      revision.current = theirs.revision
      unsent.current = null
      onSaved(theirs)
      latest.current = settingsOf(theirs)
      setSettings(latest.current)
      setIssues({})
      setSaving({ state: 'saved' })
      setRound((before) => before + 1)
    } catch (error) {
      setSaving({ state: 'failed', words: failureWords(error, LOST_WORDS) })
    }
  }
  const keepMine = async () => {
    // Without an answer the saving itself says why.
    revision.current = (await read().catch(() => null))?.revision ?? revision.current
    saveAgain()
  }

  return {
    settings,
    setSettings,
    issues,
    round,
    /** For `SavingNote`. */
    note: {
      saving,
      onSaveAgain: saveAgain,
      onTakeTheirs: () => void takeTheirs(),
      onKeepMine: () => void keepMine(),
    },
  }
}
