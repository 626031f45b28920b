import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { LoadBoundary } from '../../../ui/load-boundary.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { OpeningNote } from '../../../ui/opening-note.tsx'
import { TabList, TabPanel, Tabs, TabTrigger } from '../../../ui/tabs.tsx'
import type { WorkshopTabProps } from '../workshop-tabs.ts'
import { readKeeping } from './conversations-client.ts'
import { Inbox } from './inbox.tsx'
import { KeepingForm } from './keeping-form.tsx'
import { LiveCalls } from './live-calls.tsx'
import { Unanswered } from './unanswered.tsx'

const FIGURES = onDemand(async () => (await import('./figures.tsx')).Figures)

/** What visitors said, what had no answer, and how it goes. */
export function ConversationsTab({ assistant, draft }: WorkshopTabProps) {
  const [part, setPart] = useState('inbox')
  const keeping = useQuery({
    queryKey: ['keeping', assistant.id],
    queryFn: ({ signal }) => readKeeping(assistant.id, signal),
    retry: false,
  })
  const isKept = keeping.data?.keeps ?? true
  return (
    <div className="grid gap-6">
      <LiveCalls assistant={assistant} />
      <Tabs value={part} onValueChange={setPart}>
        <TabList
          aria-label="Conversations"
          className="max-w-2xl max-sm:grid-flow-row max-sm:grid-cols-2 max-sm:rounded-card"
        >
          <TabTrigger value="inbox">Inbox</TabTrigger>
          <TabTrigger value="unanswered">Not answered</TabTrigger>
          <TabTrigger value="figures">Figures</TabTrigger>
          <TabTrigger value="keeping">Keeping</TabTrigger>
        </TabList>
        <TabPanel value="inbox" className="pt-6">
          <Inbox assistant={assistant} isKept={isKept} onKeeping={() => setPart('keeping')} />
        </TabPanel>
        <TabPanel value="unanswered" className="pt-6">
          <Unanswered assistant={assistant} draft={draft} isKept={isKept} />
        </TabPanel>
        <TabPanel value="figures" className="pt-6">
          <LoadBoundary onFailure={() => undefined}>
            <Suspense fallback={<OpeningNote />}>
              <FIGURES.Component assistant={assistant} />
            </Suspense>
          </LoadBoundary>
        </TabPanel>
        <TabPanel value="keeping" className="pt-6">
          <KeepingForm assistant={assistant} query={keeping} />
        </TabPanel>
      </Tabs>
    </div>
  )
}
