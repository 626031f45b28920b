import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WorkshopTabProps } from '../workshop-tab-props.ts'
import { LookForm, readingWebsite } from './look-form.tsx'
import { Sites } from './sites.tsx'
import { Snippet } from './snippet.tsx'
import { Loaded } from '../../../ui/loaded.tsx'

/** The interval of polling while the page is visible, in which "Seen on your site" appears. */
const REFRESH_MS = 5_000

export function WebsiteTab({ assistant }: WorkshopTabProps) {
  const queryClient = useQueryClient()
  const reads = readingWebsite(assistant.id)
  const query = useQuery({ ...reads, refetchInterval: REFRESH_MS })

  return (
    <Loaded query={query} isFresh otherwise="Your websites could not be shown. They are kept; please try again.">
      {(website) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10 sm:gap-12">
          {assistant.status === 'live' ? null : (
            <p className="rounded-card bg-sunk px-4 py-3">
              {assistant.name} is not live, so your websites do not show it yet. You can set everything up now.
            </p>
          )}
          <Sites
            assistant={assistant}
            sites={website.sites}
            onChanged={(changed) => queryClient.setQueryData(reads.queryKey, changed)}
          />
          <LookForm assistant={assistant} saved={website} />
          <Snippet slug={assistant.slug} mode={website.look.mode} />
        </div>
      )}
    </Loaded>
  )
}
