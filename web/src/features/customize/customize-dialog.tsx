import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Dialog } from '../../ui/dialog.tsx'
import { TabList, TabPanel, Tabs, TabTrigger } from '../../ui/tabs.tsx'
import { keepDraft, readDraft } from './assistant-draft.ts'
import { AssistantFields } from './assistant-fields.tsx'
import { assistantFormSchema } from './assistant-form.ts'
import { TestAvatar } from './test-avatar.tsx'

interface CustomizeDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Whom it is about, after "Customize". */
  title: string
  /** Signed in, or holding the local team flag. */
  mayTalk: boolean
  /** What was filled in is complete: on to the plans. */
  onSubmitted: () => void
}

/** Where a business makes its assistant: a form, and a way to hear how it would sound. Closing it loses nothing. */
export function CustomizeDialog({ open, onOpenChange, title, mayTalk, onSubmitted }: CustomizeDialogProps) {
  const [tab, setTab] = useState('customize')
  const [draft] = useState(readDraft)
  const form = useForm({ resolver: zodResolver(assistantFormSchema), defaultValues: draft })
  const close = () => onOpenChange(false)

  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(values) }), [form])

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Customize ${title}`}
      description="A face, a name and a first word are enough to begin."
      width="wide"
      staysOnShade
    >
      <Tabs value={tab} onValueChange={setTab}>
        <TabList aria-label="Your assistant" className="sm:max-w-sm">
          <TabTrigger value="customize">Customize</TabTrigger>
          <TabTrigger value="test">Test Avatar</TabTrigger>
        </TabList>
        <TabPanel value="customize" className="mt-6">
          <AssistantFields form={form} onSubmitted={onSubmitted} onCancel={close} />
        </TabPanel>
        <TabPanel value="test" className="mt-6">
          <TestAvatar form={form} mayTalk={mayTalk} onLeave={close} />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}
