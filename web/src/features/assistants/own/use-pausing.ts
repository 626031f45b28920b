import type { OwnAssistant, OwnPlan } from '#contract/own-assistant.ts'
import { useState } from 'react'
import { api, successBody } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { attempt } from '../../../lib/notify-failure.ts'
import { standingWords, STATUS_BADGE } from './standing.ts'

/**
 * Pauses an assistant, or resumes it if it is paused, and says in a toast what it is now.
 * @param onChanged the button stays busy until it resolves
 */
export function usePausing(assistant: OwnAssistant, plan: OwnPlan, onChanged: () => unknown) {
  const [isBusy, setBusy] = useState(false)
  const { id, name, status } = assistant
  const isPaused = status === 'paused'
  const turn = async () => {
    if (isBusy) return
    setBusy(true)
    const change = async () => {
      const own = api.api['own-assistants'][':id']
      const now = await successBody(own[isPaused ? 'resume' : 'pause'].$post({ param: { id } }))
      const title = `${name}: ${STATUS_BADGE[now.status].label.toLowerCase()}`
      notify({ kind: 'success', title, description: standingWords(now, plan) })
      await onChanged()
    }
    const failed = `${name} could not be ${isPaused ? 'resumed' : 'paused'}`
    await attempt(failed, change, 'Nothing was changed. Please try again.')
    setBusy(false)
  }
  return { isBusy, isPaused, turn: () => void turn() }
}
