import { startFailureOf } from './call-problem.ts'
import { isOn, type EngineEvent, type FinalEvent, type SoundEvent } from './call-state.ts'
import { createCallStore } from './call-store.ts'
import { createStartStages } from './start-stages.ts'
import type { BeginAttempt, CallAttempt, VoiceCall } from './voice-call.ts'

/** A call on the engine that `begin` starts: the part that all engines share, and the only place where a call ends. */
export function createVoiceCall(begin: BeginAttempt): VoiceCall {
  const { emit, dispatch, ...store } = createCallStore()
  const { state } = store
  /** Set while the call is starting or live. `attempt` is null only until `begin` has returned. */
  let running: { attempt: CallAttempt | null; over: AbortController } | null = null
  /** Resolves when the latest attempt has closed. */
  let left = Promise.resolve()
  let typedLines = 0

  const attempt = () => running?.attempt ?? null

  function finish(event: FinalEvent): void {
    const ending = running
    if (ending === null || ending.over.signal.aborted) return
    ending.over.abort()
    // Closed while its reports are still accepted, so that the captions keep everything said up to now.
    left = Promise.resolve(ending.attempt?.close())
    running = null
    dispatch(event)
  }

  function applySound(event: SoundEvent): void {
    if (dispatch(event)) attempt()?.applySound(event)
  }

  return {
    ...store,
    start({ assistantId, goesOn = false }) {
      if (isOn(state())) return
      const over = new AbortController()
      const mine: NonNullable<typeof running> = { attempt: null, over }
      running = mine
      dispatch({ type: 'start', goesOn })
      const report = (event: EngineEvent) => {
        if (running !== mine) return
        if (event.type === 'ended' || event.type === 'failed') finish(event)
        else dispatch(event)
      }
      const stages = createStartStages(over.signal, (progress) => emit('progress', progress))
      const fail = (error: unknown) => {
        stages.failed(error)
        report({ type: 'failed', failure: startFailureOf(error) })
      }
      try {
        mine.attempt = begin({
          assistantId,
          before: left,
          state,
          signal: over.signal,
          report,
          fail,
          stages,
          onStarted: () => emit('call-start-success', null),
        })
      } catch (error) {
        fail(error)
      }
    },
    end: () => finish({ type: 'ended', reason: 'person-ended' }),
    setMuted: (on) => applySound({ type: 'mute', on }),
    sendText(text) {
      const line = text.trim()
      if (line === '' || state().phase !== 'live') return
      typedLines += 1
      const id = `item_typed_${typedLines}`
      attempt()?.sendText(id, line)
      dispatch({ type: 'typed', id, text: line })
    },
    submitForm(id, values) {
      const now = state()
      if (now.phase !== 'live' || now.form?.id !== id) return
      typedLines += 1
      const text = now.form.fields
        .flatMap((field) => (values[field.id] ? [`${field.label}: ${values[field.id]}`] : []))
        .join('; ')
      if (text === '') return
      attempt()?.submitForm(id, values)
      dispatch({ type: 'typed', id: `item_form_${typedLines}`, text })
    },
    dismissForm(id) {
      if (dispatch({ type: 'form-dismissed', id })) attempt()?.dismissForm(id)
    },
    closeCard: () => void dispatch({ type: 'card-closed' }),
    setPushToTalk: (on) => applySound({ type: 'push-to-talk', on }),
    hold: () => applySound({ type: 'hold' }),
    release: () => applySound({ type: 'release' }),
    setListening: (on) => applySound({ type: 'listen', on }),
    retryMicrophone: () => attempt()?.retryMicrophone(),
    interrupt: () => attempt()?.interrupt(),
    setCallerSpeaking(on) {
      const now = state()
      if (on) dispatch({ type: 'speech-started' })
      else if (now.phase === 'live' && now.status === 'user-speaking') dispatch({ type: 'speech-dismissed' })
    },
    mouth: () => attempt()?.mouth() ?? { kind: 'closed' },
    wave(into) {
      into.fill(0)
      attempt()?.wave(into)
    },
  }
}
