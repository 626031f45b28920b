import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnAssistantDetail } from '#contract/own-assistant.ts'
import { useCallback, useMemo } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { isNotFound } from '../../lib/api-problem.ts'
import { notify } from '../../lib/notify.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { keepFocus } from '../../ui/keep-focus.ts'
import { LoadBoundary } from '../../ui/load-boundary.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import type { RenderConversation } from '../assistants/assistants.ts'
import { PublishLine } from './draft/publish-line.tsx'
import { readingAssistant, useDraft } from './draft/use-draft.ts'
import { SaveProblem } from './saving/saving-note.tsx'
import { WorkshopHeader, WorkshopNav } from './workshop-header.tsx'
import type { WorkshopTabProps } from './workshop-tab-props.ts'
import { findTab } from './workshop-tabs.ts'

interface WorkshopProps {
  assistantId: string
  tabId: string | undefined
  renderConversation: RenderConversation
  onDeleted: () => void
}

/** The workshop of an own assistant: everything that its owner can do with it. Must be inside of `ScreenQueries`. */
export function Workshop({ assistantId, tabId, renderConversation, onDeleted }: WorkshopProps) {
  const queryClient = useQueryClient()
  const reads = useMemo(() => readingAssistant(assistantId), [assistantId])
  const onDetail = useCallback(
    (news: Partial<OwnAssistantDetail>) =>
      queryClient.setQueryData<OwnAssistantDetail>(reads.queryKey, (known) => known && { ...known, ...news }),
    [queryClient, reads],
  )
  const query = useQuery(reads)
  const { data, error, refetch } = query
  const tab = findTab(tabId)

  if (tab === undefined) return <Navigate to={`/assistants/${assistantId}`} replace />
  if (data === undefined && isNotFound(error)) return <NoAssistant />
  return (
    <>
      <title>{data ? `${data.name} · ${tab.label} · Voxhall` : 'My assistants · Voxhall'}</title>
      {data ? null : <h1 className="sr-only">My assistants</h1>}
      <Loaded
        query={query}
        className="py-16"
        loading="Opening..."
        otherwise="This assistant could not be shown. It is kept; please try again."
      >
        {(assistant) => (
          <OpenedTab
            assistant={assistant}
            tab={tab}
            renderConversation={renderConversation}
            onDetail={onDetail}
            onSaved={() => void refetch()}
            onDeleted={onDeleted}
          />
        )}
      </Loaded>
    </>
  )
}

interface OpenedTabProps extends Omit<WorkshopTabProps, 'draft'> {
  tab: NonNullable<ReturnType<typeof findTab>>
  onDetail: (news: Partial<OwnAssistantDetail>) => void
}

function OpenedTab({ tab, onDetail, ...props }: OpenedTabProps) {
  const { assistant } = props
  const navigate = useNavigate()
  const goTo = (tabId: string) => void navigate(`/assistants/${assistant.id}/${tabId}`, { preventScrollReset: true })
  const draft = useDraft({
    detail: assistant,
    onDetail,
    onLeftUnsaved: () =>
      notify({
        kind: 'error',
        title: `Your last changes to ${assistant.name} are not saved`,
        description: 'They are kept as long as this page is open. Go back to save them.',
        action: { label: 'Go back', onPress: () => goTo(tab.id) },
        durationMs: 30_000,
      }),
  })
  return (
    <div ref={keepFocus}>
      <WorkshopHeader assistant={assistant} />
      <PublishLine assistant={assistant} draft={draft} onMissing={goTo} />
      <SaveProblem saving={draft} of="assistant" className="mt-5" />
      <WorkshopNav assistant={assistant} current={tab.id} />
      <section aria-label={tab.label} className="pt-6 sm:pt-8">
        <h2 className="sr-only">{tab.label}</h2>
        <LoadBoundary key={tab.id}>
          <tab.Component {...props} draft={draft} />
        </LoadBoundary>
      </section>
    </div>
  )
}

function NoAssistant() {
  return (
    <div className="py-16 text-center">
      <title>No such assistant · Voxhall</title>
      <h1 className="text-4xl">There is no such assistant</h1>
      <p className="mt-3 text-ink-soft">It was deleted, or it belongs to another account.</p>
      <ButtonLink to="/assistants" kind="primary" className="mt-6">
        My assistants
      </ButtonLink>
    </div>
  )
}
