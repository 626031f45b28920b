import { EMAIL_SORTS, type EmailSort } from '#contract/crm-lists.ts'
import { FOLLOW_UP_STATUSES, type FollowUpStatus } from '#contract/follow-up.ts'
import type { StatusColour } from '#contract/subscription-status.ts'
import PencilLine from 'lucide-react/icons/pencil-line'
import { useMemo, useState } from 'react'
import { formatDay, formatMoment, formatStatus } from '../../lib/formatting.ts'
import { Choice } from './toolbar.tsx'
import { useEmails, useStats, type EmailRecord } from './crm-queries.ts'
import type { EmailsView } from './crm-view.ts'
import type { Column } from './data-table.tsx'
import { FollowUpAction } from './follow-up-action.tsx'
import { formatCount } from './format.ts'
import { CrmList, type CrmTabProps } from './crm-list.tsx'
import { NotesEditor } from './notes-editor.tsx'
import { StatCards } from './stat-cards.tsx'
import { ToneBadge } from '../../ui/tone-badge.tsx'

const TONES: Readonly<Record<FollowUpStatus, StatusColour>> = {
  pending: 'yellow',
  contacted: 'orange',
  completed: 'green',
}

function columnsFor(onOpenNotes: (row: EmailRecord) => void): readonly Column<EmailRecord, EmailSort>[] {
  return [
    {
      head: 'Email',
      sort: { by: 'email', firstOrder: 'asc' },
      cell: (row) => (
        <span title={row.email} className="block max-w-62 truncate max-md:max-w-full">
          {row.email}
        </span>
      ),
    },
    {
      head: 'Display Name',
      sort: { by: 'name', firstOrder: 'asc' },
      cell: (row) => <span className="block max-w-38 truncate">{row.display_name ?? <None />}</span>,
    },
    {
      head: 'Signup Date',
      sort: { by: 'signup', firstOrder: 'desc' },
      className: 'whitespace-nowrap',
      cell: (row) => <time dateTime={row.signup_date}>{formatDay(row.signup_date)}</time>,
    },
    {
      head: 'Status',
      sort: { by: 'status', firstOrder: 'asc' },
      cell: (row) => <ToneBadge tone={TONES[row.follow_up_status]}>{formatStatus(row.follow_up_status)}</ToneBadge>,
    },
    {
      head: 'Last Contact',
      sort: { by: 'contact', firstOrder: 'desc' },
      className: 'whitespace-nowrap',
      cell: ({ last_contact_date: at }) =>
        at === null ? (
          <None />
        ) : (
          <time dateTime={at} title={formatMoment(at)}>
            {formatDay(at)}
          </time>
        ),
    },
    {
      head: 'Notes',
      className: 'md:w-1/4 md:min-w-50',
      cell: (row, tabIndex) => <NotesCell row={row} tabIndex={tabIndex} onOpen={() => onOpenNotes(row)} />,
    },
    {
      head: 'Actions',
      className: 'md:text-right',
      cell: (row, tabIndex) => <FollowUpAction row={row} tabIndex={tabIndex} />,
    },
  ]
}

export function EmailsTab({ view, onView, liveness }: CrmTabProps<EmailsView>) {
  const query = useEmails(view)
  const figures = useStats().data?.emails
  const [edited, setEdited] = useState<EmailRecord | null>(null)
  const columns = useMemo(() => columnsFor(setEdited), [])
  return (
    <>
      <StatCards
        label="Email follow-up figures"
        stats={[
          { label: 'Total Signups', value: figures && formatCount(figures.total) },
          { label: 'Pending Follow-ups', value: figures && formatCount(figures.pending) },
          { label: 'Completed Follow-ups', value: figures && formatCount(figures.completed) },
          { label: 'Follow-up Rate', value: figures && `${figures.followUpRatePercent}%` },
        ]}
      />
      <CrmList
        view={view}
        onView={onView}
        query={query}
        liveness={liveness}
        searchLabel="Search by email or name"
        emptyText="No email CRM records found. New signups will appear here automatically."
        filters={
          <Choice
            label="Follow-up status"
            value={view.followUp}
            none="Any status"
            options={FOLLOW_UP_STATUSES.map((value) => ({ value, label: formatStatus(value) }))}
            onChoose={(followUp) => onView({ ...view, followUp, cursor: null })}
          />
        }
        caption="Email follow-ups"
        keyboardHint="The arrow keys move from row to row. Enter opens the notes."
        columns={columns}
        usualSort={EMAIL_SORTS[0]}
        onOpenRow={setEdited}
      />
      {edited === null ? null : <NotesEditor key={edited.id} row={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function NotesCell({ row, tabIndex, onOpen }: { row: EmailRecord; tabIndex: 0 | -1; onOpen: () => void }) {
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={`Notes on ${row.email}: ${row.notes === '' ? 'none' : row.notes.slice(0, 200)}`}
      className="group/notes flex min-h-9 w-full items-center gap-2 rounded-control px-2 py-1 text-left hover:bg-paper -mx-2 max-md:min-h-11 max-md:w-[calc(100%+1rem)]"
      onClick={onOpen}
    >
      {row.notes === '' ? (
        <span className="text-ink-soft">Add notes</span>
      ) : (
        <span className="line-clamp-2 text-[0.9375rem] leading-snug wrap-anywhere">{row.notes}</span>
      )}
      <PencilLine aria-hidden className="ml-auto size-4 shrink-0 text-ink-soft" />
    </button>
  )
}

function None() {
  return (
    <span className="text-ink-soft">
      <span aria-hidden>–</span>
      <span className="sr-only">none</span>
    </span>
  )
}
