import { CATALOGUE } from '#contract/catalogue.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../lib/api-problem.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CallEntry } from './call-entry.tsx'
import { useOwnCalls } from './use-own-calls.ts'

interface CallsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Differs between two people. */
  viewerKey: string
  onOpenCatalogue: () => void
}

const IMAGES = new Map(CATALOGUE.map(({ id, image }) => [id, image]))

/** A person's own calls, to read again. */
export function CallsDialog({ open, onOpenChange, viewerKey, onOpenCatalogue }: CallsDialogProps) {
  const [queryClient] = useState(() => new QueryClient())
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Your calls"
      description="What was said in them. Only you can read this; the sound itself is not kept."
    >
      <QueryClientProvider client={queryClient}>
        <CallList viewerKey={viewerKey} onOpenCatalogue={onOpenCatalogue} />
      </QueryClientProvider>
    </Dialog>
  )
}

function CallList({ viewerKey, onOpenCatalogue }: Pick<CallsDialogProps, 'viewerKey' | 'onOpenCatalogue'>) {
  const query = useOwnCalls(viewerKey)

  if (query.isPending) {
    return (
      <p role="status" className="text-ink-soft">
        Looking for your calls...
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
        <p>No calls yet. Talk with somebody, and what was said appears here.</p>
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
