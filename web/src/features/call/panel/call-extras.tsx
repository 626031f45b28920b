import type { CallState } from '../engine/call-state.ts'
import type { VoiceCall } from '../engine/voice-call.ts'
import { ActionFormPanel } from './action-form.tsx'
import { ShownCardPanel } from './shown-card.tsx'

interface CallExtrasProps {
  call: VoiceCall
  state: CallState
  /** Takes the focus from a form or card that goes. */
  focusLog: () => void
}

/** What the assistant brings into the panel in the middle of a call: its form, which waits for the caller, and its card. */
export function CallExtras({ call, state, focusLog }: CallExtrasProps) {
  const { form, card } = state.phase === 'live' ? state : { form: null, card: null }
  return (
    <>
      {/* Stands before its words, so that they are read out. */}
      <p role="status" className="sr-only">
        {form === null ? '' : `A form is open: ${form.title}.`}
      </p>
      {form === null ? null : (
        <ActionFormPanel
          key={form.id}
          form={form}
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
