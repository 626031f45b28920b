import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { ApiProblem, failureWords } from '../../lib/api-problem.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { LoadBoundary } from '../../ui/load-boundary.tsx'
import { OpeningNote } from '../../ui/opening-note.tsx'
import { readAssistant, type RenderConversation } from '../assistants/assistants.ts'
import { WorkshopHeader } from './workshop-header.tsx'
import { WorkshopNav } from './workshop-nav.tsx'
import { findTab } from './workshop-tabs.ts'

interface WorkshopProps {
  viewerId: string
  assistantId: string
  /** Of the address. */
  tabId: string | undefined
  renderConversation: RenderConversation
  onDeleted: () => void
}

/** One own assistant, and all that its owner does with it. */
export function Workshop(props: WorkshopProps) {
  const [queryClient] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={queryClient}>
      <OpenedWorkshop {...props} />
    </QueryClientProvider>
  )
}

/** Answers for an id of no assistant, and for one that no assistant can have. */
const NO_ASSISTANT: readonly string[] = ['not-found', 'bad-request']

function OpenedWorkshop({ viewerId, assistantId, tabId, renderConversation, onDeleted }: WorkshopProps) {
  const queryClient = useQueryClient()
  const queryKey = ['own-assistant', viewerId, assistantId]
  const {
    data: assistant,
    error,
    isPending,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readAssistant(assistantId, signal),
    retry: false,
  })
  const tab = findTab(tabId)
  const title = (
    <title>{assistant && tab ? `${assistant.name} · ${tab.label} · Voxhall` : 'My assistants · Voxhall'}</title>
  )

  if (tab === undefined) return <Navigate to={`/assistants/${assistantId}`} replace />
  if (assistant === undefined) {
    if (isPending) {
      return (
        <p role="status" className="py-24 text-center text-ink-soft">
          {title}
          Opening...
        </p>
      )
    }
    return error instanceof ApiProblem && NO_ASSISTANT.includes(error.code) ? (
      <NoAssistant />
    ) : (
      <div role="alert" className="grid justify-items-start gap-4 py-16">
        {title}
        <p>{failureWords(error, 'This assistant could not be shown. It is kept; please try again.')}</p>
        <Button onClick={() => void refetch()}>Try Again</Button>
      </div>
    )
  }
  return (
    <>
      {title}
      <WorkshopHeader assistant={assistant} />
      <WorkshopNav assistant={assistant} current={tab.id} />
      <section aria-label={tab.label} className="pt-8">
        <LoadBoundary key={tab.id} onFailure={() => undefined}>
          <Suspense fallback={<OpeningNote />}>
            <tab.Component
              assistant={assistant}
              renderConversation={renderConversation}
              onSaved={() => void queryClient.invalidateQueries({ queryKey })}
              onDeleted={onDeleted}
            />
          </Suspense>
        </LoadBoundary>
      </section>
    </>
  )
}

function NoAssistant() {
  return (
    <div className="py-16 text-center">
      <title>No such assistant · Voxhall</title>
      <h1 className="text-4xl">There is no such assistant</h1>
      <p className="mt-3 text-ink-soft">It was deleted, or it belongs to another account.</p>
      <Link to="/assistants" className={buttonClass({ kind: 'primary', className: 'mt-6' })}>
        My assistants
      </Link>
    </div>
  )
}
