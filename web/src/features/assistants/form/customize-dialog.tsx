import { zodResolver } from '@hookform/resolvers/zod'
import type { OwnAssistant } from '#contract/own-assistant.ts'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { hasCode } from '../../../lib/api-problem.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { OpeningNote } from '../../../ui/opening-note.tsx'
import { TabList, TabPanel, Tabs, TabTrigger } from '../../../ui/tabs.tsx'
import { createAssistantDrafts, type AssistantDraft } from './assistant-draft.ts'
import { AssistantFields } from './assistant-fields.tsx'
import { assistantFormSchema, EMPTY_FORM, type AssistantForm } from './assistant-form.ts'
import { createAssistant, uploadPhoto } from './send-assistant.ts'
import { submitProblemOf } from './submit-problem.ts'
import { TestAvatar } from './test/test-avatar.tsx'
import { EMPTY_TEST_INPUTS } from './test/test-inputs.ts'
import type { RenderConversation } from './test/try-assistant.ts'

interface CustomizeDialogProps {
  onClose: () => void
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
 * loses nothing, and calls off a form that is being sent.
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
  const { onClose, mayTalk, hasAccount, onAccountNeeded, renderConversation, onSubmitted, draft } = props
  const submissionId = useRef(draft.submissionId)
  const leaving = useRef(new AbortController())
  const [tab, setTab] = useState('customize')
  const [testInputs, setTestInputs] = useState(EMPTY_TEST_INPUTS)
  const form = useForm({ resolver: zodResolver(assistantFormSchema), defaultValues: draft.form })

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => void DRAFTS.keep({ form: values, submissionId: submissionId.current }),
      }),
    [form],
  )
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])

  const startOver = () => {
    // The form may have been sent without an answer. What is filled in next is another assistant, not a correction.
    submissionId.current = crypto.randomUUID()
    form.reset(EMPTY_FORM)
  }

  const submit = async (filled: AssistantForm) => {
    if (!hasAccount || filled.photo === null) return onAccountNeeded()
    const { signal } = leaving.current
    try {
      const photo = await uploadPhoto(filled.photo, signal)
      const assistant = await createAssistant(filled, photo, submissionId.current, signal)
      await DRAFTS.forget()
      onSubmitted(assistant)
    } catch (error) {
      if (signal.aborted) return
      // The session has ended since the page was opened.
      if (hasCode(error, 'unauthenticated')) return onAccountNeeded()
      const { field, message } = submitProblemOf(error)
      form.setError(field, { message }, { shouldFocus: true })
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title="Customize Your AI Assistant"
      description="A face, a name and a first message are enough to begin."
      width="wide"
      staysOnShade
    >
      <Tabs value={tab} onValueChange={setTab}>
        <TabList aria-label="Your assistant" className="sm:max-w-sm">
          <TabTrigger value="customize">Customize</TabTrigger>
          <TabTrigger value="test">Test Avatar</TabTrigger>
        </TabList>
        <TabPanel value="customize" className="mt-6">
          <AssistantFields form={form} onSubmit={submit} onStartOver={startOver} onCancel={onClose} />
        </TabPanel>
        <TabPanel value="test" className="mt-6">
          <TestAvatar
            form={form}
            inputs={testInputs}
            onInputs={setTestInputs}
            mayTalk={mayTalk}
            renderConversation={renderConversation}
            onLeave={onClose}
          />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}
