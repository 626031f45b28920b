import { mayBeResumed } from './engine/call-problem.ts'
import type { VoiceCall } from './engine/voice-call.ts'

/** The trial's dialog closes by itself after this long (spec section 9). */
export const TRIAL_MS = 60_000

/** A call that broke off can be gone on with for so long; until then its panel stays. */
export const GOES_ON_WITHIN_MS = 120_000

export interface TrialOptions {
  call: Pick<VoiceCall, 'view' | 'on'>
  onOver: () => void
}

/**
 * The trial of a talk dialog that is ready. It is over after a minute; for a caller who is in a call then, or about to
 * be, when that call is over, however it ends, so that the countdown in sight is kept. A call that broke off may go on,
 * so its dialog stays for as long as that is possible. Calls with a plan's minutes are no trial. `onOver` finds in the
 * view how the call ended.
 *
 * Returns the way to stop it.
 */
export function startTrial({ call, onOver }: TrialOptions): () => void {
  let minuteIsUp = false
  let stopped = false
  let goingOn: ReturnType<typeof setTimeout> | undefined

  function finish(): void {
    if (stopped) return
    stop()
    onOver()
  }

  /** Where the minute is up and no call is on. */
  function finishUnlessGoingOn(): void {
    const { phase, ending } = call.view()
    if (stopped || phase !== 'idle') return
    if (ending === null || !mayBeResumed(ending.reason)) return finish()
    clearTimeout(goingOn)
    goingOn = setTimeout(finish, GOES_ON_WITHIN_MS)
  }

  const timer = setTimeout(() => {
    minuteIsUp = true
    finishUnlessGoingOn()
  }, TRIAL_MS)

  const stopListening = [
    // The call's own limit, which a timer of ours may lag behind.
    call.on('call-end', ({ reason }) => {
      if (reason === 'limit-reached') finish()
    }),
    call.on('change', () => {
      const { phase, isDemo } = call.view()
      if (phase !== 'idle') clearTimeout(goingOn)
      if (isDemo === false) stop()
      // Ended, broken off, failed to start or called off: the view learns the rest of it before this turn is over.
      else if (minuteIsUp && phase === 'idle') queueMicrotask(finishUnlessGoingOn)
    }),
  ]

  function stop(): void {
    stopped = true
    clearTimeout(timer)
    clearTimeout(goingOn)
    for (const stopOne of stopListening) stopOne()
  }

  return stop
}
