import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DeleteAssistantDialog, IdentityFields, usePausing } from '../../assistants/assistants.ts'
import type { WorkshopTabProps } from '../workshop-tab-props.ts'
import { Limits } from './limits.tsx'
import { useTakePhoto } from './use-take-photo.ts'

/** The assistant's identity, whether it answers callers, and its deletion. */
export function SettingsTab({ assistant, draft, onSaved, onDeleted }: WorkshopTabProps) {
  const { takePhoto, isTaking } = useTakePhoto(draft.form)
  const [isDeleting, setDeleting] = useState(false)
  const { isBusy, isPaused, turn } = usePausing(assistant, assistant.plan, onSaved)
  return (
    <div className="grid max-w-3xl gap-5">
      <IdentityFields form={draft.form} takePhoto={takePhoto} isFaceFolded />
      <p role="status" className="text-ink-soft empty:hidden">
        {isTaking ? 'Sending the photo…' : ''}
      </p>
      <Limits assistant={assistant} />
      <section aria-labelledby="workshop-standing" className="mt-6 grid gap-4 border-t border-line pt-6">
        <h2 id="workshop-standing" className="text-2xl">
          On and off
        </h2>
        <p className="max-w-[60ch] text-ink-soft">
          {isPaused
            ? 'It is paused: its page says so, and only you can talk to it.'
            : 'While it is paused, its page says so, only you can talk to it, and its place in your plan is free.'}
        </p>
        <div className="flex flex-wrap gap-2.5">
          <Button aria-disabled={isBusy} onClick={turn}>
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button kind="quiet" className="text-danger" onClick={() => setDeleting(true)}>
            Delete this assistant
          </Button>
        </div>
      </section>
      {isDeleting ? (
        <DeleteAssistantDialog assistant={assistant} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
      ) : null}
    </div>
  )
}
