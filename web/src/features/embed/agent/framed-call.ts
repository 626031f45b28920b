import { CALL_END_REASONS } from '#contract/realtime.ts'
import { frameMessageOf } from '#contract/embed.ts'
import { createCallStore } from '../../call/call.ts'

/** The state of the call in an agent's frame, as its dialog needs it. */
export type FramedCall = ReturnType<typeof createFramedCall>

export function createFramedCall() {
  const { state, on, dispatch } = createCallStore()
  return {
    state,
    on,
    // The frame itself ends the call, also when it is removed; here the end is only recorded.
    end: () => void dispatch({ type: 'ended', reason: 'person-ended' }),
    /** Handles a message from the frame; other messages are ignored. */
    receive(data: unknown): void {
      const message = frameMessageOf(data)
      if (message?.type !== 'voxhall:call') return
      const { phase, isDemo, endReason } = message
      if (phase === 'idle') {
        const reason = CALL_END_REASONS.find((known) => known === endReason) ?? 'person-ended'
        dispatch({ type: 'ended', reason })
        return
      }
      dispatch({ type: 'start', goesOn: false })
      dispatch({ type: 'granted', isDemo, call: null })
      if (phase === 'live') dispatch({ type: 'joined' })
    },
  }
}
