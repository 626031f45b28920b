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
  /** Whether the viewer is signed in or has team access. */
  mayTalk: boolean
  renderConversation: RenderConversation
  /** The form's fields, shown in the "Customize" tab. */
  children: ReactNode
}

/**
 * The dialog to create or edit an assistant: its fields, and a test of how it sounds with the fields as they are now.
 */
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
