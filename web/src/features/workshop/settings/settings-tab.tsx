import { useState } from 'react'
import { notify } from '../../../lib/notify.ts'
import { Button } from '../../../ui/button.tsx'
import {
  DeleteAssistantDialog,
  forgetPhoto,
  IdentityFields,
  submitProblemOf,
  uploadPhoto,
  usePausing,
  type ChosenPhoto,
} from '../../assistants/assistants.ts'
import type { Draft } from '../draft/use-draft.ts'
import type { WorkshopTabProps } from '../workshop-tab-props.ts'
import { Limits } from './limits.tsx'

export function SettingsTab({ assistant, draft, onSaved, onDeleted }: WorkshopTabProps) {
  const { takePhoto, isTaking } = useTakePhoto(draft)
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

/** The photo chosen last for each form. Its upload may outlive the tab. */
const chosenLast = new WeakMap<Draft['form']['control'], ChosenPhoto>()

/** Uploads a chosen photo and then puts it into the draft. Until then, the previous photo stays. */
function useTakePhoto({ form, isOpen }: Draft) {
  const [isTaking, setTaking] = useState(false)
  const takePhoto = async (photo: ChosenPhoto) => {
    chosenLast.set(form.control, photo)
    const isLast = () => chosenLast.get(form.control) === photo
    const askFirst = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', askFirst)
    setTaking(true)
    try {
      const kept = await uploadPhoto(photo)
      if (!isLast()) return
      if (isOpen()) {
        // The position of the face in the old photo does not apply to the new one.
        form.setValue('photoFace', null)
        form.setValue('photo', kept)
      } else tellLost()
    } catch (error) {
      if (!isLast()) return
      if (isOpen()) form.setError('photo', { message: submitProblemOf(error).message })
      else tellLost()
    } finally {
      window.removeEventListener('beforeunload', askFirst)
      forgetPhoto(photo)
      if (isLast()) setTaking(false)
    }
  }
  return { takePhoto, isTaking }
}

const tellLost = () =>
  notify({
    kind: 'error',
    title: 'Your new photo was not saved',
    description: 'You left while it was being sent. Go back and choose it again.',
  })
