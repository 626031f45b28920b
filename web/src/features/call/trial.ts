import { mayBeResumed } from './engine/call-endings.ts'
import { isOn } from './engine/call-state.ts'
import type { WatchedCall } from './engine/voice-call.ts'

/** The dialog of a trial closes by itself after this time (spec section 9). */
const TRIAL_MS = 60_000

/** A call that broke off can be continued for this long; until then its panel stays. */
const GOES_ON_WITHIN_MS = 120_000

interface TrialOptions {
  call: Pick<WatchedCall, 'state' | 'on'>
  onOver: () => void
}

/**
 * Starts the trial of a talk dialog. It is over after a minute. If a call is on or starting then, the trial ends with
 * that call instead, so that the visible countdown is kept. A call that broke off can be continued, so its dialog stays
 * for as long as that is possible. Calls paid for by a plan are not trials. `onOver` finds the end of the call in the
 * state.
 *
 * Returns a function that stops the trial.
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

  /** Called when the minute is up and no call is on. */
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
    // The call's own limit was reached; our timer may be slightly late.
    call.on('call-end', ({ reason }) => {
      if (reason === 'limit-reached') finish()
    }),
    call.on('change', () => {
      const state = call.state()
      if (isOn(state)) clearTimeout(goingOn)
      if (state.isDemo === false) stop()
      // The call has ended, broken off, failed to start or was canceled. In a microtask, so that `call-end` listeners
      // run first.
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
