import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { LoadBoundary } from '../../../ui/load-boundary.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { TabList, TabPanel, Tabs, TabTrigger } from '../../../ui/tabs.tsx'
import type { WorkshopTabProps } from '../workshop-tab-props.ts'
import { Inbox } from './inbox.tsx'
import { KeepingForm, readingKeeping } from './keeping-form.tsx'
import { Leads } from './leads.tsx'
import { Unanswered } from './unanswered.tsx'
import { api, reading } from '../../../lib/api.ts'
import { formatDuration } from '../../../lib/formatting.ts'
import { Button } from '../../../ui/button.tsx'
import { attempt, unlessGone } from '../../../lib/notify-failure.ts'
import { useBusy } from '../../../lib/use-busy.ts'

const PARTS = [
  ['inbox', 'Inbox'],
  ['leads', 'Leads'],
  ['unanswered', 'Not answered'],
  ['figures', 'Figures'],
  ['keeping', 'Keeping'],
] as const
const FIGURES = onDemand(async () => (await import('./figures.tsx')).Figures)

export function ConversationsTab({ assistant, draft }: WorkshopTabProps) {
  const [params, setParams] = useSearchParams()
  // In the address, because emails link to the leads.
  const part = PARTS.find(([value]) => value === params.get('part'))?.[0] ?? 'inbox'
  const setPart = (next: string) =>
    setParams(next === 'inbox' ? {} : { part: next }, { replace: true, preventScrollReset: true })
  const keeping = useQuery(readingKeeping(assistant.id))
  const isKept = keeping.data?.settings.keeps ?? true
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <LiveCalls assistant={assistant} />
      <Tabs value={part} onValueChange={setPart}>
        <TabList
          aria-label="Conversations"
          className="no-scrollbar max-w-2xl max-sm:-mx-5 max-sm:flex max-sm:justify-between max-sm:overflow-x-auto max-sm:rounded-none max-sm:px-3 max-sm:*:shrink-0 max-sm:*:text-sm max-sm:*:-outline-offset-3"
        >
          {PARTS.map(([value, label]) => (
            <TabTrigger key={value} value={value}>
              {label}
            </TabTrigger>
          ))}
        </TabList>
        <TabPanel value="inbox" className="pt-6">
          <Inbox assistant={assistant} isKept={isKept} onKeeping={() => setPart('keeping')} />
        </TabPanel>
        <TabPanel value="leads" className="pt-6">
          <Leads
            assistant={assistant}
            isKept={isKept}
            onOpen={(conversationId) => setParams({ open: conversationId })}
          />
        </TabPanel>
        <TabPanel value="unanswered" className="pt-6">
          <Unanswered assistant={assistant} draft={draft} isKept={isKept} />
        </TabPanel>
        <TabPanel value="figures" className="pt-6">
          <LoadBoundary>
            <FIGURES.Component assistant={assistant} />
          </LoadBoundary>
        </TabPanel>
        <TabPanel value="keeping" className="pt-6">
          <KeepingForm assistant={assistant} />
        </TabPanel>
      </Tabs>
    </div>
  )
}

const { conversations } = api.api['own-assistants'][':id']
/** The interval of polling while the page is visible. */
const REFRESH_MS = 5_000

/** The calls that are live now; renders nothing when there are none. */
function LiveCalls({ assistant: { id } }: { assistant: { id: string } }) {
  const { data, refetch } = useQuery({
    ...reading(conversations.live, { param: { id } }),
    refetchInterval: REFRESH_MS,
  })
  const { isBusy, run } = useBusy()
  const calls = data?.calls ?? []
  if (calls.length === 0) return null

  const end = async (conversationId: string) => {
    await attempt('The call was not ended', () =>
      unlessGone(() => conversations[':conversationId'].end.$post({ param: { id, conversationId } })),
    )
    await refetch()
  }
  return (
    <section aria-labelledby="live-heading" className="rounded-card bg-sunk px-4 py-3">
      <h2 id="live-heading" className="text-lg">
        Talking now
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {calls.map(({ id: callId, durationMs }, index) => (
          <li key={callId} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span>
              Visitor {index + 1}, <span className="tabular-nums">{formatDuration(durationMs)}</span>
            </span>
            <Button
              size="small"
              aria-label={`End the call of visitor ${index + 1}`}
              aria-disabled={isBusy}
              onClick={() => void run(() => end(callId))}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
