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
