import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, useDeferredValue } from 'react'
import type { WorkshopTabProps } from '../workshop-tab-props.ts'
import { AddSource, type ChangeSources } from './add-source.tsx'
import { SourceCard } from './source-card.tsx'
import { api, reading } from '../../../lib/api.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { replaceRead } from '../../../ui/queries.tsx'
import { attempt } from '../../../lib/notify-failure.ts'
import { useWatch } from 'react-hook-form'
import { KnowledgeFields, OwnHearingDetails } from '../../assistants/assistants.ts'
import type { Draft } from '../draft/use-draft.ts'

/** The interval of polling while a source is being read. */
const REFRESH_MS = 1_000

const readingSources = (id: string) => reading(api.api['own-assistants'][':id'].sources, { param: { id } })

function useSources(assistantId: string) {
  return useQuery({
    ...readingSources(assistantId),
    refetchInterval: ({ state }) =>
      state.data?.sources.some(({ status }) => status === 'reading') ? REFRESH_MS : false,
  })
}

interface SourcesProps extends Pick<WorkshopTabProps, 'assistant' | 'draft'> {
  query: ReturnType<typeof useSources>
}

/** Pages and files that propose answers, which the owner accepts or dismisses. */
function Sources({ assistant, draft, query }: SourcesProps) {
  const titleId = useId()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  const change: ChangeSources = async (act, failure) => {
    if (isBusy) return false
    setBusy(true)
    const reads = readingSources(assistant.id)
    const readAgain = () => queryClient.invalidateQueries({ queryKey: reads.queryKey })
    const update = async () => {
      const news = await act()
      if (news) await replaceRead(queryClient, reads, news)
      else await readAgain()
    }
    const isDone = await attempt(failure, update, 'Nothing was changed. Please try again.')
    // Of several files, the first ones may have been added.
    if (!isDone) await readAgain()
    setBusy(false)
    return isDone
  }

  return (
    <section aria-labelledby={titleId} className="grid gap-5 rounded-[20px] border border-line p-4 sm:p-5">
      <div>
        <h3 id={titleId} className="text-xl">
          Sources
        </h3>
        <p className="mt-1.5 text-[0.9375rem] wrap-anywhere text-ink-soft">
          Add a page of your website or a file. You decide which of its answers {assistant.name} uses.
        </p>
      </div>
      <AddSource assistantId={assistant.id} isBusy={isBusy} change={change} />
      <Loaded query={query} otherwise="Your sources could not be shown. They are kept; please try again.">
        {({ sources }) =>
          sources.length === 0 ? (
            <p className="rounded-card bg-sunk px-4 py-3 text-[0.9375rem] text-ink-soft">
              No sources yet. A page with questions and answers, a price list or a leaflet is a good start.
            </p>
          ) : (
            <ul className="grid gap-4">
              {sources.map((source) => (
                <SourceCard
                  key={source.id}
                  assistantId={assistant.id}
                  source={source}
                  isBusy={isBusy}
                  change={change}
                  draft={draft}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

export function KnowledgeTab({ assistant, draft }: WorkshopTabProps) {
  const sources = useSources(assistant.id)
  // Otherwise the fields would move down, perhaps while one of them is pressed.
  const areFieldsPlaced = !sources.isPending || sources.fetchStatus !== 'fetching'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-8">
      <div className="grid min-w-0 gap-6">
        <Sources assistant={assistant} draft={draft} query={sources} />
        {areFieldsPlaced ? <KnowledgeFields form={draft.form} /> : null}
      </div>
      <Heard draft={draft} />
    </div>
  )
}

/** Watches the fields and re-renders on each keystroke. A component of its own, so that the questions don't. */
function Heard({ draft: { form } }: { draft: Draft }) {
  const [pairs, notes] = useDeferredValue(useWatch({ control: form.control, name: ['pairs', 'notes'] }))
  return (
    <aside className="min-w-0 rounded-[20px] bg-sunk px-5 pt-3 lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto">
      <OwnHearingDetails knowledge={{ pairs, notes }} isOpen />
    </aside>
  )
}
