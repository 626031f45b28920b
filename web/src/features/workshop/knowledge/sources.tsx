import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { WorkshopTabProps } from '../workshop-tab-props.ts'
import { AddSource } from './add-source.tsx'
import { SourceCard } from './source-card.tsx'
import { readSources, type ChangeSources } from './sources-client.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { attempt } from '../../../lib/notify-failure.ts'

/** The interval of polling while a source is being read. */
const REFRESH_MS = 1_000

export function useSources(assistantId: string) {
  return useQuery({
    queryKey: sourcesKey(assistantId),
    queryFn: ({ signal }) => readSources(assistantId, signal),
    refetchInterval: ({ state }) =>
      state.data?.sources.some(({ status }) => status === 'reading') ? REFRESH_MS : false,
  })
}

const sourcesKey = (assistantId: string) => ['sources', assistantId]

interface SourcesProps extends Pick<WorkshopTabProps, 'assistant' | 'draft' | 'onSaved'> {
  query: ReturnType<typeof useSources>
}

/** Pages and files that propose answers, which the owner accepts or dismisses. */
export function Sources({ assistant, draft, onSaved, query }: SourcesProps) {
  const titleId = useId()
  const queryClient = useQueryClient()
  const queryKey = sourcesKey(assistant.id)
  const [isBusy, setBusy] = useState(false)

  const change: ChangeSources = async (act, title) => {
    if (isBusy) return false
    setBusy(true)
    const update = async () => {
      const news = await act()
      if (news) queryClient.setQueryData(queryKey, news)
      else await queryClient.invalidateQueries({ queryKey })
    }
    const isDone = await attempt(title, update, 'Nothing was changed. Please try again.')
    setBusy(false)
    return isDone
  }

  return (
    <section aria-labelledby={titleId} className="grid gap-5 rounded-[20px] border border-line p-4 sm:p-5">
      <div>
        <h3 id={titleId} className="text-xl">
          Sources
        </h3>
        <p className="mt-1.5 text-[0.9375rem] text-ink-soft">
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
                  onSaved={onSaved}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
