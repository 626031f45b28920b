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
  /** Whom it is about, after "Customize". */
  title: string
  /** Signed in, or holding the local team flag. */
  mayTalk: boolean
  /** Has an account, to which an assistant can belong. */
  hasAccount: boolean
  /** The form is complete and kept, but needs an account as its owner: on to signing up. */
  onAccountNeeded: () => void
  renderConversation: RenderConversation
  /** It is kept on the server: on to the plans, or to the assistant. */
  onSubmitted: (assistant: OwnAssistant) => void
}

const DRAFTS = createAssistantDrafts()

/** Where a business makes its assistant: a form, and a way to hear how it would sound. Closing it loses nothing. */
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
      // The session has ended meanwhile.
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
