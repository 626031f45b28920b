import { QueryClient, QueryClientProvider, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Reading } from '../lib/api.ts'
import { Button } from './button.tsx'

/**
 * Gives a screen a query cache of its own, which is forgotten when the screen is left. Failed requests are not repeated:
 * `Loaded` shows them with a button to try again.
 */
export function ScreenQueries({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
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

export function ShowMore({ query }: { query: UseInfiniteQueryResult }) {
  if (!query.hasNextPage) return null
  return (
    <Button aria-disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      Show more
    </Button>
  )
}
