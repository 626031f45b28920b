import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { DEFAULT_ORDER, type SortOrder, CRM_SEARCH_MAX_CHARS } from '#contract/crm-lists.ts'
import type { Column } from './data-table.tsx'
import Search from 'lucide-react/icons/search'
import { useEffect, useEffectEvent, useState } from 'react'

interface ChoiceProps<Value extends string> {
  label: string
  /** Null when nothing in particular is chosen. */
  value: Value | null
  options: readonly { value: Value; label: string }[]
  /** The label of the first option, which chooses nothing in particular. */
  none: string
  onChoose: (value: Value | null) => void
  className?: string
}

/** The value of the first option, since no option of a select may have an empty one (spec section 5). */
const NONE = 'any'

/** A select small enough for a toolbar. Its label is announced to screen readers but not shown. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, none, onChoose, className } = props
  return (
    <div className={clsx('relative max-md:grow max-md:basis-[40%] md:max-lg:w-38', className)}>
      <select
        aria-label={label}
        className={clsx(
          'min-h-11 w-full appearance-none rounded-control border bg-raised pr-9 pl-3.5 text-base',
          value === null ? 'border-line-strong' : 'border-ink font-semibold',
        )}
        value={value ?? NONE}
        onChange={({ target }) => onChoose(options.find((option) => option.value === target.value)?.value ?? null)}
      >
        <option value={NONE}>{none}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4.5" />
    </div>
  )
}

interface PhoneSortProps<Sort extends string> {
  columns: readonly Column<never, Sort>[]
  sorted: { sort: Sort; order: SortOrder }
  usual: Sort
  onSort: (sorted: { sort: Sort; order: SortOrder }) => void
}

/** A select for the sort order. On phones, rows are cards without column headers to click. */
export function PhoneSort<Sort extends string>({ columns, sorted, usual, onSort }: PhoneSortProps<Sort>) {
  const orders = columns
    .flatMap(({ head, sort }) => {
      if (!sort) return []
      const both: SortOrder[] = sort.firstOrder === 'asc' ? ['asc', 'desc'] : ['desc', 'asc']
      return both.map((order) => ({
        value: `${sort.by} ${order}`,
        label: `${head} ${order === 'asc' ? '↑' : '↓'}`,
        sorted: { sort: sort.by, order },
      }))
    })
    // The default order is listed as "Newest first" instead.
    .filter(({ value }) => value !== `${usual} ${DEFAULT_ORDER}`)
  return (
    <Choice
      className="md:hidden"
      label="Sort by"
      value={orders.find(({ value }) => value === `${sorted.sort} ${sorted.order}`)?.value ?? null}
      none="Newest first"
      options={orders}
      onChoose={(chosen) =>
        onSort(orders.find(({ value }) => value === chosen)?.sorted ?? { sort: usual, order: DEFAULT_ORDER })
      }
    />
  )
}

/** Longer than the pause between two keystrokes, short enough to feel immediate. */
const TYPING_PAUSE_MS = 250

/** Searches after a pause in typing. When the address changes (back button), the box is filled from it again. */
export function SearchBox({ q, label, onSearch }: { q: string; label: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q)
  const [shownFor, setShownFor] = useState(q)
  if (shownFor !== q) {
    setShownFor(q)
    if (text.trim() !== q) setText(q)
  }
  const search = useEffectEvent(onSearch)
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === q) return
    const timer = setTimeout(() => search(wanted), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, q])

  return (
    <div className="relative min-w-0 grow max-md:basis-full md:max-w-80 md:basis-36">
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4.5 text-ink-soft" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={CRM_SEARCH_MAX_CHARS}
        autoComplete="off"
        spellCheck={false}
        className="min-h-11 w-full rounded-control border border-line-strong bg-raised pr-3 pl-10 text-base placeholder:text-ink-soft"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(text.trim())
        }}
      />
    </div>
  )
}
