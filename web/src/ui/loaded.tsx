import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureWords } from '../lib/api-problem.ts'
import { Button } from './button.tsx'

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetchedAfterMount' | 'isFetching' | 'refetch'>
  /** Shown when loading failed and the error has no message of its own. */
  otherwise: string
  loading?: string
  /** Does not show data from an earlier visit, because forms start from what is shown first. */
  isFresh?: boolean
  className?: string
  children: (data: Data) => ReactNode
}

/** Shows loaded data; until then, that it is loading, or that it could not be loaded and may be tried again. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, otherwise, loading = 'Loading...', isFresh = false, className, children } = props
  const { data, error, isFetchedAfterMount, isFetching, refetch } = query
  if (data !== undefined && (isFetchedAfterMount || !isFresh)) return children(data)
  return (
    <div className={className}>
      {isFetchedAfterMount ? (
        <div role="alert" className="grid justify-items-start gap-4">
          <p>{failureWords(error, otherwise)}</p>
          <Button aria-disabled={isFetching} onClick={() => void refetch()}>
            {isFetching ? 'Trying...' : 'Try Again'}
          </Button>
        </div>
      ) : (
        // Not at once, since a note that only flashes would distract.
        <p role="status" className="animate-[fade_var(--calm)_300ms_backwards] text-ink-soft">
          {loading}
        </p>
      )}
    </div>
  )
}
