import type { Website } from '#contract/website.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { failureWords } from '../../../lib/api-problem.ts'
import { Button } from '../../../ui/button.tsx'
import { OpeningNote } from '../../../ui/opening-note.tsx'
import type { WorkshopTabProps } from '../workshop-tab-props.ts'
import { LookForm } from './look-form.tsx'
import { Sites } from './sites.tsx'
import { Snippet } from './snippet.tsx'
import { readWebsite } from './website-client.ts'

/** The interval of polling while the page is visible, in which "Seen on your site" appears. */
const REFRESH_MS = 5_000

/** The assistant on its owner's websites: which sites, how it looks, and the script tag to paste. */
export function WebsiteTab({ assistant }: WorkshopTabProps) {
  const queryClient = useQueryClient()
  const queryKey = ['website', assistant.id]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => readWebsite(assistant.id, signal),
    refetchInterval: REFRESH_MS,
    retry: false,
  })
  const keep = (website: Website) => queryClient.setQueryData(queryKey, website)

  // Waits for fresh settings instead of cached ones, since the form starts from them.
  if (query.data === undefined || !query.isFetchedAfterMount) {
    if (query.isFetching) return <OpeningNote />
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <p>{failureWords(query.error, 'Your websites could not be shown. They are kept; please try again.')}</p>
        <Button onClick={() => void query.refetch()}>Try Again</Button>
      </div>
    )
  }
  const { sites, look } = query.data
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 sm:gap-12">
      {assistant.status === 'live' ? null : (
        <p className="rounded-card bg-sunk px-4 py-3">
          {assistant.name} is not live, so your websites do not show it yet. You can set everything up now.
        </p>
      )}
      <Sites assistant={assistant} sites={sites} onChanged={keep} />
      <LookForm assistant={assistant} saved={query.data} onSaved={keep} />
      <Snippet slug={assistant.slug} mode={look.mode} />
    </div>
  )
}
