import { zodResolver } from '@hookform/resolvers/zod'
import type { OwnAssistant } from '#contract/own-assistant.ts'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiProblem } from '../../../lib/api-problem.ts'
import { OpeningNote } from '../../../ui/opening-note.tsx'
import { createAssistantDrafts, type AssistantDraft } from './assistant-draft.ts'
import { AssistantDialog } from './assistant-dialog.tsx'
import { AssistantFields } from './assistant-fields.tsx'
import { assistantFormSchema, type AssistantForm } from './assistant-form.ts'
import { createAssistant, uploadPhoto } from './send-assistant.ts'
import { submitProblemOf } from './submit-problem.ts'
import type { RenderConversation } from './test/try-assistant.ts'

interface CustomizeDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The subject of the dialog, shown after "Customize". */
  title: string
  /** Whether the viewer is signed in or has team access. */
  mayTalk: boolean
  /** Whether the viewer has an account, which an assistant needs as its owner. */
  hasAccount: boolean
  /** Called when the form is complete and stored but the visitor has no account: leads to the sign-up. */
  onAccountNeeded: () => void
  renderConversation: RenderConversation
  /** Called when the assistant has been created: leads to the plans or to the assistant. */
  onSubmitted: (assistant: OwnAssistant) => void
}

const DRAFTS = createAssistantDrafts()

/**
 * The dialog in which a business creates its assistant: a form, and a test of how the assistant sounds. Closing it
 * loses nothing.
 */
export function CustomizeDialog(props: CustomizeDialogProps) {
  const [draft, setDraft] = useState<AssistantDraft | null>(null)
  useEffect(() => {
    let isShown = true
    void DRAFTS.read().then((kept) => (isShown ? setDraft(kept) : undefined))
    return () => {
      isShown = false
    }
  }, [])
  return draft === null ? <OpeningNote /> : <FilledDialog {...props} draft={draft} />
}

function FilledDialog(props: CustomizeDialogProps & { draft: AssistantDraft }) {
  const { open, onOpenChange, title, mayTalk, hasAccount, onAccountNeeded, renderConversation, onSubmitted, draft } =
    props
  const { submissionId } = draft
  const form = useForm({ resolver: zodResolver(assistantFormSchema), defaultValues: draft.form })

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => void DRAFTS.keep({ form: values, submissionId }),
      }),
    [form, submissionId],
  )

  const submit = async (filled: AssistantForm) => {
    if (!hasAccount || filled.photo === null) {
      onAccountNeeded()
      return
    }
    try {
      const assistant = await createAssistant(filled, await uploadPhoto(filled.photo), submissionId)
      await DRAFTS.forget()
      onSubmitted(assistant)
    } catch (error) {
      // The session has ended since the page was opened.
      if (error instanceof ApiProblem && error.code === 'unauthenticated') {
        onAccountNeeded()
        return
      }
      const { field, message } = submitProblemOf(error)
      form.setError(field ?? 'root', { message }, { shouldFocus: true })
    }
  }

  return (
    <AssistantDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Customize ${title}`}
      description="A face, a name and a first message are enough to begin."
      form={form}
      mayTalk={mayTalk}
      renderConversation={renderConversation}
    >
      <AssistantFields
        form={form}
        action="Submit Assistant"
        onSubmit={submit}
        onCancel={() => onOpenChange(false)}
        canStartOver
      />
    </AssistantDialog>
  )
}
