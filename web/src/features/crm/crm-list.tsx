import type { UseQueryResult } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Download from 'lucide-react/icons/download'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useRef, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { FAILURES, notifyFailure } from './crm-notices.ts'
import { isFiltered, nextSort, queryOf, type CrmView } from './crm-view.ts'
import { DataTable, type Column } from './data-table.tsx'
import { formatCount } from './format.ts'
import { PhoneSort, SearchBox } from './toolbar.tsx'
import type { Liveness } from './use-live-changes.ts'
import { apiFetch } from '../../lib/api-fetch.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useBusy } from '../../lib/use-busy.ts'

interface ListPage<Row> {
  rows: readonly Row[]
  nextCursor: string | null
  previousCursor: string | null
  matches: number | null
}

/** What the dashboard passes to the visible list. */
export interface CrmTabProps<View extends CrmView> {
  view: View
  onView: (view: View, how?: { replace: boolean }) => void
  liveness: Liveness
}

interface CrmListProps<View extends CrmView, Row> extends CrmTabProps<View> {
  query: UseQueryResult<ListPage<Row>>
  caption: string
  keyboardHint: string
  columns: readonly Column<Row, View['sort']>[]
  usualSort: View['sort']
  onOpenRow?: (row: Row) => void
  searchLabel: string
  filters: ReactNode
  emptyText: string
}

/** A table with search, filters, count and paging, and a text for when there are no rows. */
export function CrmList<View extends CrmView, Row extends { id: string }>(props: CrmListProps<View, Row>) {
  const { view, onView, query, columns, usualSort, searchLabel, filters, emptyText, liveness, ...table } = props
  const top = useRef<HTMLDivElement>(null)
  const turnTo = (cursor: string | null) => {
    onView({ ...view, cursor })
    top.current?.scrollIntoView({ block: 'start' })
  }
  const page = query.data
  return (
    <section ref={top} className="mt-8 scroll-mt-6">
      <div className="flex flex-wrap items-center gap-2.5">
        <SearchBox
          q={view.q}
          label={searchLabel}
          onSearch={(q) => onView({ ...view, q, cursor: null }, { replace: true })}
        />
        {filters}
        <PhoneSort
          columns={columns}
          sorted={view}
          usual={usualSort}
          onSort={(sorted) => onView({ ...view, ...sorted, cursor: null })}
        />
        <ExportButton view={view} />
      </div>
      <div className="mt-3 mb-3 flex min-h-6 flex-wrap items-center justify-between gap-x-6 text-[0.9375rem] text-ink-soft">
        <p role="status">{page === undefined ? '' : foundText(page.matches, isFiltered(view))}</p>
        <LiveMark liveness={liveness} />
      </div>
      {page === undefined ? (
        <Waiting hasFailed={query.isError} onRetry={() => void query.refetch()} />
      ) : page.rows.length === 0 ? (
        <NoRows view={view} onView={onView} emptyText={emptyText} />
      ) : (
        <DataTable
          {...table}
          columns={columns}
          rows={page.rows}
          sorted={view}
          onSort={(sort, firstOrder) =>
            onView({ ...view, ...nextSort<View['sort']>(view, sort, firstOrder, usualSort), cursor: null })
          }
          isStale={query.isPlaceholderData}
        />
      )}
      {page && (page.previousCursor !== null || page.nextCursor !== null) ? (
        <nav aria-label="Pages" className="mt-4 flex justify-end gap-2.5 max-sm:justify-between">
          <Button aria-disabled={page.previousCursor === null} onClick={() => turnTo(page.previousCursor)}>
            <ChevronLeft aria-hidden className="-ml-1.5 size-5" />
            Previous
          </Button>
          <Button aria-disabled={page.nextCursor === null} onClick={() => turnTo(page.nextCursor)}>
            Next
            <ChevronRight aria-hidden className="-mr-1.5 size-5" />
          </Button>
        </nav>
      ) : null}
    </section>
  )
}

function foundText(matches: number | null, filtered: boolean): string {
  if (matches === null) return filtered ? 'More than 1,000 found' : 'More than 1,000 records'
  const count = formatCount(matches)
  if (filtered) return `${count} found`
  return matches === 0 ? '' : matches === 1 ? '1 record' : `${count} records`
}

function Waiting({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  if (!hasFailed) {
    return (
      <div role="status" className="grid min-h-64 place-items-center">
        <LoaderCircle aria-hidden className="size-9 animate-spin text-accent" />
        <span className="sr-only">Loading...</span>
      </div>
    )
  }
  return (
    <div className="grid min-h-64 place-content-center justify-items-center gap-4 rounded-card border border-line bg-raised px-5 text-center">
      <p>The records could not be loaded. Nothing was lost.</p>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  )
}

function NoRows<View extends CrmView>({
  view,
  onView,
  emptyText,
}: Pick<CrmListProps<View, never>, 'view' | 'onView' | 'emptyText'>) {
  const isNarrowed = isFiltered(view) || view.cursor !== null
  const everything =
    view.tab === 'emails'
      ? { ...view, followUp: null, q: '', cursor: null }
      : { ...view, status: null, tier: null, q: '', cursor: null }
  return (
    <div className="grid min-h-64 place-content-center justify-items-center gap-4 rounded-card border border-dashed border-line-strong px-6 py-12 text-center">
      <p className="max-w-[46ch] text-lg">{isNarrowed ? 'Nothing matches the search and the filters.' : emptyText}</p>
      {isNarrowed ? <Button onClick={() => onView(everything)}>Show all</Button> : null}
    </div>
  )
}

function ExportButton({ view }: { view: CrmView }) {
  const { isBusy, run } = useBusy()
  const exportAll = () => downloadCsv(view).catch((error: unknown) => notifyFailure(FAILURES.export, error))
  return (
    <Button
      className="max-md:grow max-md:basis-[40%] md:ml-auto"
      aria-disabled={isBusy}
      onClick={() => void run(exportAll)}
    >
      <Download aria-hidden className="-ml-1 size-4.5" />
      {isBusy ? 'Exporting...' : 'Export CSV'}
    </Button>
  )
}

const LIVE_WORDS: Readonly<Record<Liveness, string>> = {
  connecting: 'Connecting...',
  live: 'Changes appear as they happen',
  away: 'No connection, trying again. What you see may be out of date.',
}

function LiveMark({ liveness }: { liveness: Liveness }) {
  return (
    <p role="status" className="flex items-center gap-2">
      <span
        aria-hidden
        data-tone={liveness === 'live' ? 'green' : liveness === 'away' ? 'red' : 'grey'}
        className="size-2 rounded-full bg-tone-dot"
      />
      {LIVE_WORDS[liveness]}
    </p>
  )
}

/** Downloads all rows of the view, not only the page shown. */
async function downloadCsv(view: CrmView): Promise<void> {
  const list = view.tab === 'emails' ? 'emails' : 'subscribers'
  const response = await apiFetch(`/api/crm/${list}.csv?${new URLSearchParams(queryOf(view)).toString()}`)
  await saveFile(response, view.tab === 'emails' ? 'voxhall-email-crm.csv' : 'voxhall-subscribers.csv')
}
