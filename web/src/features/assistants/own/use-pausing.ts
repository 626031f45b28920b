import type { OwnAssistant, OwnPlan } from '#contract/own-assistant.ts'
import { api, successBody } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { attempt } from '../../../lib/notify-failure.ts'
import { useBusy } from '../../../lib/use-busy.ts'
import { standingWords, STATUS_BADGE } from './standing.ts'

/**
 * Pauses an assistant, or resumes it if it is paused, and says in a toast what it is now.
 * @param onChanged the button stays busy until it resolves
 */
export function usePausing(assistant: OwnAssistant, plan: OwnPlan, onChanged: () => unknown) {
  const { isBusy, run } = useBusy()
  const { id, name, status } = assistant
  const isPaused = status === 'paused'
  const turn = () => {
    const change = async () => {
      const own = api.api['own-assistants'][':id']
      const now = await successBody(own[isPaused ? 'resume' : 'pause'].$post({ param: { id } }))
      const title = `${name}: ${STATUS_BADGE[now.status].label.toLowerCase()}`
      notify({ kind: 'success', title, description: standingWords(now, plan) })
      await onChanged()
    }
    const failed = `${name} could not be ${isPaused ? 'resumed' : 'paused'}`
    return attempt(failed, change, 'Nothing was changed. Please try again.')
  }
  return { isBusy, isPaused, turn: () => void run(turn) }
}
