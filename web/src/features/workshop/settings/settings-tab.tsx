import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import {
  DeleteAssistantDialog,
  forgetPhoto,
  IdentityFields,
  submitProblemOf,
  uploadPhoto,
  usePausing,
  type AssistantForm,
  type ChosenPhoto,
} from '../../assistants/assistants.ts'
import type { WorkshopTabProps } from '../workshop-tab-props.ts'
import { Limits } from './limits.tsx'

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

/** Uploads a chosen photo and then puts it into the draft. Until then, the previous photo stays. */
function useTakePhoto(form: UseFormReturn<AssistantForm>) {
  const [isTaking, setTaking] = useState(false)
  const takePhoto = async (photo: ChosenPhoto) => {
    setTaking(true)
    try {
      const kept = await uploadPhoto(photo)
      // The position of the face in the old photo does not apply to the new one.
      form.setValue('photoFace', null)
      form.setValue('photo', kept)
      forgetPhoto(photo)
    } catch (error) {
      form.setError('photo', { message: submitProblemOf(error).message })
    } finally {
      setTaking(false)
    }
  }
  return { takePhoto, isTaking }
}
