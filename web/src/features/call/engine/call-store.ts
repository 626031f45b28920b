import { callReducer } from './call-reducer.ts'
import { INITIAL_STATE, isAssistantSpeaking, type CallEvent, type CallState } from './call-state.ts'
import type { VoiceCallEvents, WatchedCall } from './voice-call.ts'

/** Holds the state of a call and notifies listeners of its changes. */
interface CallStore extends Pick<WatchedCall, 'state' | 'on'> {
  /** @returns whether the event changed anything */
  dispatch: (event: CallEvent) => boolean
  emit: <Name extends keyof VoiceCallEvents>(name: Name, payload: VoiceCallEvents[Name]) => void
}

export function createCallStore(): CallStore {
  let state = INITIAL_STATE
  const listeners = new Map<keyof VoiceCallEvents, Set<(payload: never) => void>>()

  const emit: CallStore['emit'] = (name, payload) => {
    for (const listener of listeners.get(name) ?? []) {
      try {
        listener(payload as never)
      } catch (error) {
        // One failing listener must not keep the others from being called.
        reportError(error)
      }
    }
  }

  return {
    state: () => state,
    emit,
    on(name, listener) {
      const ofName = listeners.get(name) ?? new Set()
      listeners.set(name, ofName.add(listener))
      return () => void ofName.delete(listener)
    },
    dispatch(event) {
      const before = state
      const after = callReducer(before, event)
      if (after === before) return false
      state = after
      emit('change', null)
      const speaks = isAssistantSpeaking(after)
      if (speaks !== isAssistantSpeaking(before)) {
        emit('speech-update', { role: 'assistant', status: speaks ? 'started' : 'stopped' })
      }
      if (after.phase !== before.phase) tellPhase(after, emit)
      return true
    },
  }
}

function tellPhase(state: CallState, emit: CallStore['emit']): void {
  switch (state.phase) {
    case 'idle':
    case 'starting':
      return
    case 'live':
      return emit('call-start', null)
    case 'failed':
      return emit('call-start-failed', state.failure)
    case 'ended': {
      const { reason } = state
      emit('status-update', {
        status: 'ended',
        endedReason: reason === 'person-ended' ? 'customer-ended-call' : reason,
      })
      emit('call-end', { reason })
    }
  }
}
