import { CATALOGUE } from '#contract/catalogue.ts'
import { ApiProblem } from '../../../lib/api-problem.ts'
import { Button } from '../../../ui/button.tsx'
import { CallEntry } from './call-entry.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

interface CallListProps {
  /** Differs between two people. */
  viewerKey: string
  onOpenCatalogue: () => void
}

const IMAGES = new Map(CATALOGUE.map(({ id, image }) => [id, image]))

/** A person's own calls, newest first. Stands under a `QueryClientProvider`. */
export function CallList({ viewerKey, onOpenCatalogue }: CallListProps) {
  const query = useOwnCalls(viewerKey)

  if (query.isPending) {
    return (
      <p role="status" className="text-ink-soft">
        Loading your calls...
      </p>
    )
  }
  if (query.isError && query.data === undefined) {
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <p>
          {query.error instanceof ApiProblem
            ? `${query.error.title}. ${query.error.detail}`
            : 'Your calls could not be shown. They are kept; please try again.'}
        </p>
        <Button onClick={() => void query.refetch()}>Try Again</Button>
      </div>
    )
  }

  const calls = query.data.pages.flatMap((page) => page.calls)
  if (calls.length === 0) {
    return (
      <div className="grid justify-items-start gap-4">
        <p>No calls yet. Talk with an assistant, and what was said will appear here.</p>
        <Button kind="primary" onClick={onOpenCatalogue}>
          Meet the AI Assistants
        </Button>
      </div>
    )
  }
  return (
    <>
      <ul className="grid gap-3">
        {calls.map((call) => (
          <li key={call.id}>
            <CallEntry call={call} image={IMAGES.get(call.assistantId)} />
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button className="mt-5" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? 'Looking...' : 'Show older calls'}
        </Button>
      ) : null}
    </>
  )
}

/** The person's own calls, newest first, a page at a time. `viewerKey` keeps two people of one browser apart. */
function useOwnCalls(viewerKey: string) {
  return useInfiniteQuery({
    queryKey: ['own-calls', viewerKey],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { before: pageParam }
      const response = await api.api.calls.$get({ query }, { init: { signal } })
      return response.json()
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextBefore,
    // Transcripts stay in memory only while they are open.
    gcTime: 0,
    retry: false,
  })
}
