import { mayBeResumed } from './engine/call-endings.ts'
import { isOn } from './engine/call-state.ts'
import type { WatchedCall } from './engine/voice-call.ts'

/** The trial's dialog closes by itself after this long (spec section 9). */
export const TRIAL_MS = 60_000

/** A call that broke off can be gone on with for so long; until then its panel stays. */
export const GOES_ON_WITHIN_MS = 120_000

export interface TrialOptions {
  call: Pick<WatchedCall, 'state' | 'on'>
  onOver: () => void
}

/**
 * The trial of a talk dialog that is ready. It is over after a minute; for a caller who is in a call then, or about to
 * be, when that call is over, however it ends, so that the countdown in sight is kept. A call that broke off may go on,
 * so its dialog stays for as long as that is possible. Calls with a plan's minutes are no trial. `onOver` finds in the
 * state how the call ended.
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
    const state = call.state()
    if (stopped || isOn(state)) return
    if (state.phase !== 'ended' || !mayBeResumed(state.reason)) return finish()
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
      const state = call.state()
      if (isOn(state)) clearTimeout(goingOn)
      if (state.isDemo === false) stop()
      // Ended, broken off, failed to start or called off. Listeners to the end of the call hear of it first.
      else if (minuteIsUp && !isOn(state)) queueMicrotask(finishUnlessGoingOn)
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
