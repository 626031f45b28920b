import { CALL_END_REASONS } from '#contract/realtime.ts'
import { frameMessageOf } from '#contract/embed.ts'
import { createCallStore, type WatchedCall } from '../../call/call.ts'

/** What a dialog must know of the call that an agent holds in its frame. */
export interface FramedCall extends WatchedCall {
  /** A message of the frame; anything else is passed over. */
  receive(data: unknown): void
}

export function createFramedCall(): FramedCall {
  const { state, on, dispatch } = createCallStore()
  return {
    state,
    on,
    // The frame ends its call by itself, also when it is taken away; here is only noted that it did.
    end: () => void dispatch({ type: 'ended', reason: 'person-ended' }),
    receive(data) {
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
