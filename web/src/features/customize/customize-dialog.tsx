import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { TabList, TabPanel, Tabs, TabTrigger } from '../../ui/tabs.tsx'

interface CustomizeDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Whom it is about, after "Customize". */
  title: string
  /** What was filled in is complete: on to the plans. */
  onSubmitted: () => void
}

/** Where a business makes its assistant: a form, and a way to hear how it would sound. */
export function CustomizeDialog({ open, onOpenChange, title }: CustomizeDialogProps) {
  const [tab, setTab] = useState('customize')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Customize ${title}`} width="wide" staysOnShade>
      <Tabs value={tab} onValueChange={setTab}>
        <TabList aria-label="Steps">
          <TabTrigger value="customize">Customize</TabTrigger>
          <TabTrigger value="test">Test Avatar</TabTrigger>
        </TabList>
        <TabPanel value="customize" forceMount className="mt-6 data-[state=inactive]:hidden" />
        <TabPanel value="test" forceMount className="mt-6 data-[state=inactive]:hidden" />
      </Tabs>
    </Dialog>
  )
}
