import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** The person's own calls, newest first, a page at a time. `viewerKey` keeps two people of one browser apart. */
export function useOwnCalls(viewerKey: string) {
  return useInfiniteQuery({
    queryKey: ['own-calls', viewerKey],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { before: pageParam }
      const response = await api.api.calls.$get({ query }, { init: { signal } })
      return response.json()
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextBefore,
    // What was said is not kept in memory longer than it is looked at.
    gcTime: 0,
    retry: false,
  })
}
