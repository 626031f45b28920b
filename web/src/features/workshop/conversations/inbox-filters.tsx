import { SEARCH_MAX_LENGTH } from '#contract/conversation-limits.ts'
import { Field } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { STATUS_OPTIONS } from './conversation-words.ts'
import type { InboxView } from './conversations-client.ts'

const STATUSES = [{ value: '' as const, label: 'Any status' }, ...STATUS_OPTIONS]
const KINDS: { value: InboxView['only']; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'lead', label: 'With a lead' },
  { value: 'unanswered', label: 'Something not answered' },
]
const PERIODS: { value: InboxView['days']; label: string }[] = [
  { value: '', label: 'Any time' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
]

interface InboxFiltersProps {
  view: InboxView
  onChange: (view: InboxView) => void
}

export function InboxFilters({ view, onChange }: InboxFiltersProps) {
  const chosen = <Value extends string>(options: readonly { value: Value }[], value: string): Value | undefined =>
    options.find((option) => option.value === value)?.value
  return (
    <div className="grid grid-cols-2 gap-3">
      <div className="col-span-2">
        <Field
          label="Search in what was said"
          type="search"
          maxLength={SEARCH_MAX_LENGTH}
          value={view.search}
          onChange={({ target }) => onChange({ ...view, search: target.value })}
        />
      </div>
      <div className="col-span-2">
        <SelectField
          label="Show"
          options={KINDS}
          value={view.only}
          onChange={({ target }) => onChange({ ...view, only: chosen(KINDS, target.value) ?? '' })}
        />
      </div>
      <SelectField
        label="Status"
        options={STATUSES}
        value={view.status}
        onChange={({ target }) => onChange({ ...view, status: chosen(STATUSES, target.value) ?? '' })}
      />
      <SelectField
        label="Period"
        options={PERIODS}
        value={view.days}
        onChange={({ target }) => onChange({ ...view, days: chosen(PERIODS, target.value) ?? '' })}
      />
    </div>
  )
}
