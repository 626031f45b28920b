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
      const otherOrder: SortOrder = sort.firstOrder === 'asc' ? 'desc' : 'asc'
      return [
        { sort: sort.by, order: sort.firstOrder, label: `${head} ${arrow(sort.firstOrder)}` },
        { sort: sort.by, order: otherOrder, label: `${head} ${arrow(otherOrder)}` },
      ]
    })
    // The default order is listed as "Newest first" instead.
    .filter(({ sort, order }) => sort !== usual || order !== DEFAULT_ORDER)
  const isListed = orders.some(({ sort, order }) => sort === sorted.sort && order === sorted.order)
  return (
    <Choice
      className="md:hidden"
      label="Sort by"
      value={isListed ? `${sorted.sort} ${sorted.order}` : ''}
      options={[
        { value: '', label: 'Newest first' },
        ...orders.map(({ sort, order, label }) => ({ value: `${sort} ${order}`, label })),
      ]}
      onChoose={(value) =>
        onSort(orders.find(({ sort, order }) => `${sort} ${order}` === value) ?? { sort: usual, order: DEFAULT_ORDER })
      }
    />
  )
}

function arrow(order: SortOrder): string {
  return order === 'asc' ? '↑' : '↓'
}
