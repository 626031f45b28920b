import type { ActionForm } from '#contract/realtime.ts'
import { useEffect, useState } from 'react'
import type { CallState } from '../engine/call-state.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { ActionFormPanel } from './action-form.tsx'
import { ShownCardPanel } from './shown-card.tsx'

interface CallExtrasProps {
  call: VoiceCall
  state: CallState
  /** Moves the focus away from a form or card that is closing. */
  focusLog: () => void
}

/** What the assistant adds to the panel: a form that waits for the caller during a call, and a card, which stays after it. */
export function CallExtras({ call, state, focusLog }: CallExtrasProps) {
  const { card } = state
  const form = state.phase === 'live' ? state.form : null
  const [typed, setTyped] = useTypedValues(call, form)
  return (
    <>
      {/* The live region must exist before its text for screen readers to announce it. */}
      <p role="status" className="sr-only">
        {form === null ? '' : `A form is open: ${form.title}.`}
      </p>
      {form === null ? null : (
        <ActionFormPanel
          key={form.id}
          form={form}
          typed={typed}
          onType={(id, value) => setTyped({ ...typed, [id]: value })}
          onSend={(values) => {
            call.submitForm(form.id, values)
            focusLog()
          }}
          onDismiss={() => {
            call.dismissForm(form.id)
            focusLog()
          }}
        />
      )}
      {card === null ? null : (
        <ShownCardPanel
          card={card}
          onClose={() => {
            call.closeCard()
            focusLog()
          }}
        />
      )}
    </>
  )
}

type Values = Readonly<Record<string, string>>

/**
 * What the caller has typed into the form that is open. If the call breaks off, a form of the same title in the next call
 * begins with it.
 */
function useTypedValues(call: VoiceCall, form: ActionForm | null): [Values, (values: Values) => void] {
  const [kept, setKept] = useState<{ title: string; values: Values }>()
  const { id, title = '' } = form ?? {}
  useEffect(() => {
    if (id === undefined) return undefined
    return () => {
      if (call.state().phase === 'live') setKept(undefined)
    }
  }, [call, id])
  return [kept?.title === title ? kept.values : {}, (values) => setKept({ title, values })]
}
