import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiProblem, failureWords } from '../../lib/api-problem.ts'
import { notify } from '../../lib/notify.ts'

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
  initial: Settings
  save: (settings: Settings) => Promise<Saved>
  onSaved: (saved: Saved) => void
}

/**
 * Settings that are saved automatically, one request after another. The last change is saved at the latest when the tab
 * is left. Typed text stays, even if it could not be saved.
 */
export function useSavedSettings<Settings, Saved>({
  schema,
  initial,
  save,
  onSaved,
}: SavedSettingsOptions<Settings, Saved>) {
  const [settings, setSettings] = useState(initial)
  const [saving, setSaving] = useState<Saving>({ state: 'saved' })
  /** Errors by field path: `appointments.lengthMinutes`. */
  const [issues, setIssues] = useState<Readonly<Record<string, string>>>({})
  const latest = useRef(settings)
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
        const saved = await save(data)
        // A later change is already being saved.
        if (latest.current !== of) return
        onSaved(saved)
        setSaving({ state: 'saved' })
      } catch (error) {
        if (latest.current !== of) return
        const isConflict = error instanceof ApiProblem && error.code === 'changed-meanwhile'
        const words = failureWords(error, LOST_WORDS)
        setSaving(isConflict ? { state: 'conflict' } : { state: 'failed', words })
        if (isGone.current) notify({ kind: 'error', title: 'Your last change was not saved', description: words })
      }
    })
  })

  useEffect(() => {
    if (latest.current === settings) return
    latest.current = settings
    unsent.current = null
    const read = schema.safeParse(settings)
    if (!read.success) {
      setIssues(Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join('.'), message])))
      setSaving({ state: 'invalid', words: 'Not saved yet: something is missing below.' })
      return
    }
    setIssues({})
    setSaving({ state: 'saving' })
    unsent.current = read.data
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

  return { settings, setSettings, saving, issues, saveAgain: () => setSettings((before) => ({ ...before })) }
}
