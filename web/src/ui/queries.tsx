import {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Reading } from '../lib/api.ts'
import { failureWords } from '../lib/api-problem.ts'
import { Button } from './button.tsx'

/**
 * A change on the server invalidates what was read before it. A first read that is still running may have been answered
 * before the change, too, but React Query would wait for that answer and show it (its `refetch` does so as well).
 */
class ScreenQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    await this.cancelQueries(filters)
    await super.invalidateQueries(filters, options)
  }
}

/**
 * Replaces what was read by the newer state with which the server has answered a change. A read that is still running is
 * given up, since it may have been answered before the change.
 */
export async function replaceRead<Body>(
  client: QueryClient,
  { queryKey }: Reading<Body>,
  newer: NoInfer<Body>,
): Promise<void> {
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, newer)
}

/**
 * Gives a screen a query cache of its own, which is forgotten when the screen is left. Failed requests are not repeated:
 * `Loaded` shows them with a button to try again.
 */
export function ScreenQueries({ children }: { children: ReactNode }) {
  const [client] = useState(() => new ScreenQueryClient({ defaultOptions: { queries: { retry: false } } }))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/**
 * A list that is read page by page, as far as the person asks for it.
 * @param pageAt `reading` of the page at a cursor; without one, of the first page
 */
export function usePages<Page extends { nextBefore: string | null }>(
  pageAt: (before?: string) => Reading<Page>,
  options: { gcTime?: number } = {},
) {
  return useInfiniteQuery({
    ...options,
    queryKey: pageAt().queryKey,
    queryFn: ({ signal, pageParam }) => pageAt(pageParam).queryFn({ signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextBefore }) => nextBefore,
  })
}

interface ShowMoreProps {
  query: UseInfiniteQueryResult
  label?: string
  className?: string
}

/** A button that reads the next page of a list. If that fails, it says why and can be pressed again. */
export function ShowMore({ query, label = 'Show more', className = 'grid' }: ShowMoreProps) {
  if (!query.hasNextPage) return null
  return (
    <div className={className}>
      {query.isFetchNextPageError ? (
        <p role="alert" className="mb-3">
          {failureWords(query.error, 'There is more, but it could not be loaded. Please try again.')}
        </p>
      ) : null}
      <Button aria-disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchingNextPage ? 'Looking...' : label}
      </Button>
    </div>
  )
}
