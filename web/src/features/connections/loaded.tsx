import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureWords } from '../../lib/api-problem.ts'
import { Button } from '../../ui/button.tsx'

interface LoadedProps<Data> {
  queryKey: readonly unknown[]
  load: (signal: AbortSignal) => Promise<Data>
  /** The name of the data at the beginning of a sentence: "Your webhooks". */
  what: string
  refetchMs?: number
  children: (data: Data) => ReactNode
}

/** Renders loaded data; until then, a message that it is loading or could not be loaded. */
export function Loaded<Data>({ queryKey, load, what, refetchMs, children }: LoadedProps<Data>) {
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    retry: false,
    ...(refetchMs === undefined ? {} : { refetchInterval: refetchMs }),
  })
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) {
    return (
      <p role="status" className="mt-6 text-ink-soft">
        Loading...
      </p>
    )
  }
  return (
    <div role="alert" className="mt-6 grid justify-items-start gap-4">
      <p>{failureWords(query.error, `${what} could not be shown. Nothing is lost; please try again.`)}</p>
      <Button onClick={() => void query.refetch()}>Try Again</Button>
    </div>
  )
}
