import { isBrokenOff } from './call/call-problem.ts'
import type { VoiceCall } from './call/voice-call.ts'

/** The trial's dialog closes by itself after this long (spec section 9). */
export const TRIAL_MS = 60_000

export interface TrialOptions {
  call: Pick<VoiceCall, 'view' | 'on'>
  onOver: () => void
}

/**
 * The trial of a talk dialog that is ready. It is over after a minute; for somebody who is in a call then, when that
 * call has used up its own minute, so that the countdown in sight is kept. Calls without a limit have no trial.
 *
 * Returns the way to stop it.
 */
export function startTrial({ call, onOver }: TrialOptions): () => void {
  let minuteIsUp = false
  let over = false

  function finish(): void {
    if (over) return
    over = true
    stop()
    onOver()
  }

  const timer = setTimeout(() => {
    minuteIsUp = true
    if (call.view().phase === 'idle') finish()
  }, TRIAL_MS)

  const stopListening = [
    call.on('call-end', ({ reason }) => {
      // What broke off is explained in the dialog, which stays.
      if (reason === 'limit-reached' || (minuteIsUp && !isBrokenOff(reason))) finish()
    }),
    call.on('change', () => {
      if (call.view().limited === false) stop()
    }),
  ]

  function stop(): void {
    clearTimeout(timer)
    for (const stopOne of stopListening) stopOne()
  }

  return stop
}
