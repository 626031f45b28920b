import { DEFAULT_ORDER, type SortOrder } from '#contract/crm-lists.ts'
import { Choice } from './choice.tsx'
import type { Column } from './data-table.tsx'

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
