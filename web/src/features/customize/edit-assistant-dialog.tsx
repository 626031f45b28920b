import { zodResolver } from '@hookform/resolvers/zod'
import type { OwnAssistant } from '#contract/own-assistant.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Dialog } from '../../ui/dialog.tsx'
import { TabList, TabPanel, Tabs, TabTrigger } from '../../ui/tabs.tsx'
import { AssistantFields } from './assistant-fields.tsx'
import { assistantFormSchema, type AssistantForm } from './assistant-form.ts'
import { formOf, saveAssistant, uploadPhoto } from './send-assistant.ts'
import { submitProblemOf } from './submit-problem.ts'
import { TestAvatar } from './test-avatar.tsx'

interface EditAssistantDialogProps {
  assistant: OwnAssistant
  onClose: () => void
  onSaved: (assistant: OwnAssistant) => void
}

/** The same form for an assistant that is there already. Who talks with it meanwhile is not disturbed. */
export function EditAssistantDialog({ assistant, onClose, onSaved }: EditAssistantDialogProps) {
  const [tab, setTab] = useState('customize')
  const form = useForm({ resolver: zodResolver(assistantFormSchema), defaultValues: formOf(assistant) })

  const submit = async (filled: AssistantForm) => {
    if (filled.photo === null) return
    try {
      onSaved(await saveAssistant(filled, await uploadPhoto(filled.photo), assistant))
    } catch (error) {
      const { field, message } = submitProblemOf(error)
      form.setError(field ?? 'root', { message }, { shouldFocus: true })
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Edit ${assistant.name}`}
      description="The next call is with the changed assistant."
      width="wide"
      staysOnShade
    >
      <Tabs value={tab} onValueChange={setTab}>
        <TabList aria-label="Your assistant" className="sm:max-w-sm">
          <TabTrigger value="customize">Customize</TabTrigger>
          <TabTrigger value="test">Test Avatar</TabTrigger>
        </TabList>
        <TabPanel value="customize" className="mt-6">
          <AssistantFields form={form} action="Save" onSubmit={submit} onCancel={onClose} />
        </TabPanel>
        <TabPanel value="test" className="mt-6">
          <TestAvatar form={form} mayTalk onLeave={onClose} />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}
