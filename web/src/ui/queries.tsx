import { QueryClient, QueryClientProvider, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'

/**
 * Gives a screen a query cache of its own, which is forgotten when the screen is left. Failed requests are not repeated:
 * `Loaded` shows them with a button to try again.
 */
export function ScreenQueries({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

interface PagesOptions<Page> {
  queryKey: readonly unknown[]
  /** @param before null for the first page */
  readPage: (before: string | null, signal: AbortSignal) => Promise<Page>
  gcTime?: number
}

/** A list that is read page by page, as far as the person asks for it. */
export function usePages<Page extends { nextBefore: string | null }>({ readPage, ...options }: PagesOptions<Page>) {
  return useInfiniteQuery({
    ...options,
    queryFn: ({ signal, pageParam }) => readPage(pageParam, signal),
    initialPageParam: null as string | null,
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
