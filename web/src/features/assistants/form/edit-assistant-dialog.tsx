import { zodResolver } from '@hookform/resolvers/zod'
import type { OwnAssistant } from '#contract/own-assistant.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiProblem } from '../../../lib/api-problem.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { AssistantDialog } from './assistant-dialog.tsx'
import { AssistantFields } from './assistant-fields.tsx'
import { assistantFormSchema, type AssistantForm } from './assistant-form.ts'
import { formOf, readAssistant, saveAssistant, uploadPhoto } from './send-assistant.ts'
import { submitProblemOf } from './submit-problem.ts'
import type { RenderConversation } from './test/try-assistant.ts'

interface EditAssistantDialogProps {
  assistant: OwnAssistant
  renderConversation: RenderConversation
  onClose: () => void
  onSaved: (assistant: OwnAssistant) => void
}

const CONFLICT = 'conflict'
const LOGGED_OUT = 'logged-out'
const SESSION_OVER =
  'You are logged out: your session has ended. Log in in a new tab, then save here. Everything you wrote is still here.'
const CHANGED_MEANWHILE =
  'This assistant was changed in the meantime, perhaps in another tab. Your version is not saved yet, but all of it is still here.'

/** The same form for an assistant that is there already. Who talks with it meanwhile is not disturbed. */
export function EditAssistantDialog({ assistant, renderConversation, onClose, onSaved }: EditAssistantDialogProps) {
  /** As it was when this editing began. */
  const [base, setBase] = useState(assistant)
  const form = useForm({ resolver: zodResolver(assistantFormSchema), defaultValues: formOf(assistant) })

  const showProblem = (error: unknown) => {
    if (error instanceof ApiProblem && error.code === 'changed-meanwhile') {
      form.setError('root', { type: CONFLICT, message: CHANGED_MEANWHILE })
      return
    }
    if (error instanceof ApiProblem && error.code === 'unauthenticated') {
      form.setError('root', { type: LOGGED_OUT, message: SESSION_OVER })
      return
    }
    const { field, message } = submitProblemOf(error)
    form.setError(field ?? 'root', { message }, { shouldFocus: true })
  }
  const save = async (filled: AssistantForm, over: Pick<OwnAssistant, 'id' | 'version'>) => {
    if (filled.photo === null) return
    try {
      onSaved(await saveAssistant(filled, await uploadPhoto(filled.photo), over))
    } catch (error) {
      showProblem(error)
    }
  }
  const newest = async (then: (newer: OwnAssistant) => void | Promise<void>) => {
    try {
      await then(await readAssistant(assistant))
    } catch (error) {
      showProblem(error)
    }
  }
  const saveMine = form.handleSubmit((filled) => newest((newer) => save(filled, newer)))
  const takeTheirs = () =>
    newest((newer) => {
      setBase(newer)
      form.reset(formOf(newer))
    })

  const rootProblem = form.formState.errors.root?.type
  return (
    <AssistantDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Edit ${base.name}`}
      description="Your changes apply from the next call."
      form={form}
      mayTalk
      renderConversation={renderConversation}
    >
      <AssistantFields
        form={form}
        action="Save"
        onSubmit={(filled) => save(filled, base)}
        onCancel={onClose}
        remedy={
          rootProblem === LOGGED_OUT ? (
            <a href="/auth" target="_blank" className={buttonClass({ size: 'small', className: 'mt-2 min-h-11' })}>
              Log in
            </a>
          ) : rootProblem !== CONFLICT ? null : (
            <div className="mt-2 flex flex-wrap gap-2">
              <Button size="small" className="min-h-11" onClick={() => void takeTheirs()}>
                Show the newer version
              </Button>
              <Button size="small" className="min-h-11" onClick={() => void saveMine()}>
                Replace it with mine
              </Button>
            </div>
          )
        }
      />
    </AssistantDialog>
  )
}
