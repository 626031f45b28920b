import { actionSettingsSchema, type ActionSettings, type ActionsResponse } from '#contract/actions.ts'
import { useEffect, useRef, useState } from 'react'
import { failureWords } from '../../../lib/api-problem.ts'
import { saveActions } from './actions-client.ts'

/** After the last change. */
const SAVE_AFTER_MS = 700

export type Saving = { state: 'saved' | 'saving' } | { state: 'invalid' | 'failed'; words: string }

/** Settings that are saved as they are changed. What was typed stays, whether it could be saved or not. */
export function useSavedSettings(id: string, initial: ActionSettings, onSaved: (saved: ActionsResponse) => void) {
  const [settings, setSettings] = useState(initial)
  const [saving, setSaving] = useState<Saving>({ state: 'saved' })
  /** What is wrong, by the path of the field: `appointments.lengthMinutes`. */
  const [issues, setIssues] = useState<Readonly<Record<string, string>>>({})
  const latest = useRef(settings)

  useEffect(() => {
    if (latest.current === settings) return
    latest.current = settings
    const read = actionSettingsSchema.safeParse(settings)
    if (!read.success) {
      setIssues(Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join('.'), message])))
      setSaving({ state: 'invalid', words: 'Not saved yet: something is missing below.' })
      return
    }
    setIssues({})
    setSaving({ state: 'saving' })
    const timer = setTimeout(() => {
      saveActions(id, read.data).then(
        (saved) => {
          // A later change is on its way already.
          if (latest.current !== settings) return
          onSaved(saved)
          setSaving({ state: 'saved' })
        },
        (error: unknown) => {
          if (latest.current !== settings) return
          setSaving({
            state: 'failed',
            words: failureWords(error, 'This is not saved yet. Nothing you typed is lost.'),
          })
        },
      )
    }, SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [settings, id, onSaved])

  return { settings, setSettings, saving, issues, saveAgain: () => setSettings((before) => ({ ...before })) }
}
