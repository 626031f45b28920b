import { CALL_END_REASONS, type CallEndReason } from '#contract/realtime.ts'
import { frameMessageOf } from '#contract/embed.ts'
import { createCallViewStore } from '../../call/engine/call-view.ts'
import { createEmitter } from '../../call/engine/emitter.ts'
import type { VoiceCall, VoiceCallEvents } from '../../call/engine/voice-call.ts'

/** What a dialog must know of the call that an agent holds in its frame. */
export interface FramedCall extends Pick<VoiceCall, 'view' | 'on' | 'end'> {
  /** A message of the frame; anything else is passed over. */
  receive(data: unknown): void
}

export function createFramedCall(): FramedCall {
  const emitter = createEmitter<VoiceCallEvents>()
  const view = createCallViewStore(() => emitter.emit('change', null))
  let startedAtMs = 0

  /** The frame ends its call by itself, also when it is taken away; here is only noted that it did. */
  function finish(reason: CallEndReason): void {
    view.set({ phase: 'idle' })
    if (startedAtMs === 0) return
    const ending = { reason, durationMs: Math.round(performance.now() - startedAtMs) }
    startedAtMs = 0
    view.set({ ending })
    emitter.emit('call-end', ending)
  }

  return {
    view: view.get,
    on: emitter.on,
    end: () => finish('person-ended'),
    receive(data) {
      const message = frameMessageOf(data)
      if (message?.type !== 'voxhall:call') return
      const { phase: before } = view.get()
      const { phase, isDemo } = message
      if (phase === 'live' && before !== 'live') startedAtMs = performance.now()
      if (phase !== 'idle') {
        view.set({ phase, isDemo, ending: null })
        return
      }
      // It is over when the frame says why, which it does a moment after.
      const reason = CALL_END_REASONS.find((known) => known === message.endReason)
      if (reason !== undefined) finish(reason)
      else view.set({ phase, isDemo })
    },
  }
}
