import { SEARCH_MAX_LENGTH } from '#contract/conversation-limits.ts'
import type { ConversationStatus } from '#contract/conversations.ts'
import Search from 'lucide-react/icons/search'
import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CONTROL_CLASS } from '../../../ui/field-frame.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { STATUS_OPTIONS } from './conversation-words.ts'

/** The filters of the list. An empty search and `any` mean no restriction. */
interface InboxView {
  search: string
  status: ConversationStatus | 'any'
  only: 'unread' | 'lead' | 'unanswered' | 'any'
  days: '7' | '30' | 'any'
}

export const ALL: InboxView = { search: '', status: 'any', only: 'any', days: 'any' }
const DAY_MS = 86_400_000

/** The filters as query parameters for the server. */
export function queryOf({ search, status, only, days }: InboxView) {
  return {
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(status !== 'any' && { status }),
    ...(only !== 'any' && { [only]: 'true' as const }),
    ...(days !== 'any' && { from: new Date(Date.now() - Number(days) * DAY_MS).toISOString() }),
  }
}

const STATUSES = [{ value: 'any' as const, label: 'Any status' }, ...STATUS_OPTIONS]
const KINDS: { value: InboxView['only']; label: string }[] = [
  { value: 'any', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'lead', label: 'With a lead' },
  { value: 'unanswered', label: 'Not answered' },
]
const PERIODS: { value: InboxView['days']; label: string }[] = [
  { value: 'any', label: 'Any time' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
]

/** Search and filters above the list, in two lines. Filters that are rarely needed open below them. */
export function InboxFilters({ view, onChange }: { view: InboxView; onChange: (view: InboxView) => void }) {
  const group = useId()
  const [isOpen, setOpen] = useState(false)
  const more = [view.status, view.days].filter((value) => value !== 'any').length
  return (
    <div className="grid gap-2.5">
      <div className="flex gap-2">
        <div className="relative min-w-0 grow">
          <Search
            aria-hidden
            className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4.5 text-ink-soft"
          />
          <input
            type="search"
            aria-label="Search in what was said"
            placeholder="Search"
            maxLength={SEARCH_MAX_LENGTH}
            value={view.search}
            className={`${CONTROL_CLASS} min-h-11 pl-10`}
            onChange={({ target }) => onChange({ ...view, search: target.value })}
          />
        </div>
        <Button
          aria-label={more === 0 ? 'Filters' : `Filters, ${more} chosen`}
          aria-expanded={isOpen}
          className="px-3.5!"
          onClick={() => setOpen(!isOpen)}
        >
          {more === 0 ? 'Filters' : `Filters (${more})`}
        </Button>
      </div>
      <fieldset className="no-scrollbar -mx-5 flex min-w-0 gap-1.5 overflow-x-auto px-5 py-1 sm:-mx-1 sm:px-1">
        <legend className="sr-only">Show</legend>
        {KINDS.map(({ value, label }) => (
          <label
            key={value}
            className="relative flex min-h-9 max-sm:min-h-11 shrink-0 items-center rounded-full border border-line-strong px-3.5 text-[0.9375rem] font-medium has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={group}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              checked={view.only === value}
              onChange={() => onChange({ ...view, only: value })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {isOpen ? (
        <div className="grid grid-cols-2 gap-3">
          <SelectField
            label="Status"
            options={STATUSES}
            value={view.status}
            onChoose={(status) => onChange({ ...view, status })}
          />
          <SelectField
            label="Period"
            options={PERIODS}
            value={view.days}
            onChoose={(days) => onChange({ ...view, days })}
          />
        </div>
      ) : null}
    </div>
  )
}
