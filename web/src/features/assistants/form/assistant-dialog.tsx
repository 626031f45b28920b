import { useState, type ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Dialog } from '../../../ui/dialog.tsx'
import { TabList, TabPanel, Tabs, TabTrigger } from '../../../ui/tabs.tsx'
import type { AssistantForm } from './assistant-form.ts'
import { TestAvatar } from './test/test-avatar.tsx'
import { EMPTY_TEST_INPUTS } from './test/test-inputs.ts'
import type { RenderConversation } from './test/try-assistant.ts'

interface AssistantDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  form: UseFormReturn<AssistantForm>
  /** Signed in, or holding the local team flag. */
  mayTalk: boolean
  renderConversation: RenderConversation
  /** The form's own fields, under "Customize". */
  children: ReactNode
}

/** An assistant in the making, new or not: its fields, and beside them how it would sound as it is in them now. */
export function AssistantDialog(props: AssistantDialogProps) {
  const { open, onOpenChange, title, description, form, mayTalk, renderConversation, children } = props
  const [tab, setTab] = useState('customize')
  const [testInputs, setTestInputs] = useState(EMPTY_TEST_INPUTS)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description} width="wide" staysOnShade>
      <Tabs value={tab} onValueChange={setTab}>
        <TabList aria-label="Your assistant" className="sm:max-w-sm">
          <TabTrigger value="customize">Customize</TabTrigger>
          <TabTrigger value="test">Test Avatar</TabTrigger>
        </TabList>
        <TabPanel value="customize" className="mt-6">
          {children}
        </TabPanel>
        <TabPanel value="test" className="mt-6">
          <TestAvatar
            form={form}
            inputs={testInputs}
            onInputs={setTestInputs}
            mayTalk={mayTalk}
            renderConversation={renderConversation}
            onLeave={() => onOpenChange(false)}
          />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}
