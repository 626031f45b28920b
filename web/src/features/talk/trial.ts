import type { VoiceCall } from './call/voice-call.ts'

/** The trial's dialog closes by itself after this long (spec section 9). */
export const TRIAL_MS = 60_000

export interface TrialOptions {
  call: Pick<VoiceCall, 'view' | 'on'>
  onOver: () => void
}

/**
 * The trial of a talk dialog that is ready. It is over after a minute; for somebody who is in a call then, or about to
 * be, when that call is over, however it ends, so that the countdown in sight is kept. Calls with a plan's minutes are no
 * trial. `onOver` finds in the view how the call ended.
 *
 * Returns the way to stop it.
 */
export function startTrial({ call, onOver }: TrialOptions): () => void {
  let minuteIsUp = false
  let stopped = false

  function finish(): void {
    if (stopped) return
    stop()
    onOver()
  }

  const timer = setTimeout(() => {
    minuteIsUp = true
    if (call.view().phase === 'idle') finish()
  }, TRIAL_MS)

  const stopListening = [
    // The call's own limit, which a timer of ours may lag behind.
    call.on('call-end', ({ reason }) => {
      if (reason === 'limit-reached') finish()
    }),
    call.on('change', () => {
      const { phase, isDemo } = call.view()
      if (isDemo === false) stop()
      // Ended, broken off, failed to start or called off: the view learns the rest of it before this turn is over.
      else if (minuteIsUp && phase === 'idle') queueMicrotask(finish)
    }),
  ]

  function stop(): void {
    stopped = true
    clearTimeout(timer)
    for (const stopOne of stopListening) stopOne()
  }

  return stop
}
