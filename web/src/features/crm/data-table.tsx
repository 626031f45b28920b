/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   Safari drops the roles of a table whose parts are laid out as something else, which the cards of a phone are. */
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- the rows are what has the focus. */
import type { SortOrder } from '#contract/crm-lists.ts'
import { clsx } from 'clsx'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { memo, useId, type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

export interface Column<Row, Sort extends string> {
  head: string
  sort?: { by: Sort; firstOrder: SortOrder }
  className?: string
  /** `tabIndex` is for the buttons in the cell: only those of the current row can be reached with Tab. */
  cell: (row: Row, tabIndex: 0 | -1) => ReactNode
}

interface DataTableProps<Row, Sort extends string> {
  caption: string
  /** The first column names the row, and stays visible when the others are scrolled. */
  columns: readonly Column<Row, Sort>[]
  rows: readonly Row[]
  sorted: { sort: Sort; order: SortOrder }
  onSort: (sort: Sort, firstOrder: SortOrder) => void
  /** Called when Enter is pressed on a row. */
  onOpenRow?: (row: Row) => void
  /** For screen readers: what Enter does. */
  keyboardHint: string
  /** True while the rows of a new view are being loaded. */
  isStale: boolean
}

/**
 * A table; on phones, each row is a card. Tab leads to one row, the arrow keys to the other rows, and Tab again to the
 * row's buttons, so that keyboard users need not pass a hundred buttons.
 */
export function DataTable<Row extends { id: string }, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { caption, columns, rows, sorted, onSort, onOpenRow, keyboardHint, isStale } = props
  const hintId = useId()
  const { table, currentId, onRowKeyDown, onRowFocus } = useRovingRows(rows)

  // One handler for all rows, so that a row re-renders only when its own data changes.
  const onKeyDown = (event: KeyboardEvent) => {
    const element = rowElementOf(event)
    const row = rows.find(({ id }) => id === element?.dataset['row'])
    if (!element || !row) return
    onRowKeyDown(event, row.id)
    if (event.key !== 'Enter' || event.target !== element) return
    event.preventDefault()
    if (onOpenRow) onOpenRow(row)
    else element.querySelector('button')?.focus()
  }
  const onFocus = (event: FocusEvent) => {
    const id = rowElementOf(event)?.dataset['row']
    if (id !== undefined) onRowFocus(id)
  }

  return (
    <div className="md:overflow-x-auto md:rounded-card md:border md:border-line md:bg-raised">
      <p id={hintId} hidden>
        {keyboardHint}
      </p>
      <table
        ref={table}
        role="table"
        aria-describedby={hintId}
        className={clsx(
          'w-full border-separate border-spacing-0 text-left transition-opacity duration-150 max-md:block',
          isStale && 'opacity-55',
        )}
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-md:hidden">
          <tr role="row">
            {columns.map((column, index) => (
              <th
                key={column.head}
                role="columnheader"
                scope="col"
                aria-sort={
                  column.sort?.by === sorted.sort ? (sorted.order === 'asc' ? 'ascending' : 'descending') : undefined
                }
                className={clsx(
                  'border-b border-line bg-raised px-2.5 py-1 text-sm font-semibold text-ink-soft first:pl-5 last:pr-5',
                  column.className,
                  index === 0 && 'sticky left-0 z-10',
                )}
              >
                {column.sort ? (
                  <SortButton
                    head={column.head}
                    order={column.sort.by === sorted.sort ? sorted.order : null}
                    onPress={() => column.sort && onSort(column.sort.by, column.sort.firstOrder)}
                  />
                ) : (
                  column.head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          className="max-md:grid max-md:grid-cols-1 max-md:gap-3"
          onKeyDown={onKeyDown}
          onFocus={onFocus}
        >
          {rows.map((row) => (
            <TableRow key={row.id} row={row} columns={columns} tabIndex={row.id === currentId ? 0 : -1} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function rowElementOf({ target }: { target: EventTarget }): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
}

interface TableRowProps<Row, Sort extends string> {
  row: Row
  columns: readonly Column<Row, Sort>[]
  tabIndex: 0 | -1
}

function PlainTableRow<Row extends { id: string }, Sort extends string>(props: TableRowProps<Row, Sort>) {
  const { row, columns, tabIndex } = props
  return (
    <tr
      role="row"
      data-row={row.id}
      tabIndex={tabIndex}
      className="group hover:bg-sunk focus-visible:-outline-offset-3 max-md:grid max-md:grid-cols-1 max-md:gap-y-3 max-md:rounded-card max-md:border max-md:border-line max-md:bg-raised max-md:p-4"
    >
      {columns.map((column, index) => (
        <Cell key={column.head} column={column} isFirst={index === 0}>
          {column.cell(row, tabIndex)}
        </Cell>
      ))}
    </tr>
  )
}

const TableRow = memo(PlainTableRow) as typeof PlainTableRow

interface CellProps {
  column: { head: string; className?: string }
  isFirst: boolean
  children: ReactNode
}

function Cell({ column, isFirst, children }: CellProps) {
  const className = clsx(
    'px-2.5 py-2.5 align-middle first:pl-5 last:pr-5 md:border-b md:border-line md:group-last:border-b-0',
    'max-md:grid max-md:grid-cols-[7.5rem_minmax(0,1fr)] max-md:items-center max-md:gap-x-3 max-md:p-0!',
    column.className,
    isFirst && 'bg-raised font-semibold group-hover:bg-sunk md:sticky md:left-0 md:z-10 max-md:block! max-md:text-lg',
  )
  const Tag = isFirst ? 'th' : 'td'
  return (
    <Tag role={isFirst ? 'rowheader' : 'cell'} scope={isFirst ? 'row' : undefined} className={className}>
      {isFirst ? null : (
        <span aria-hidden className="text-sm text-ink-soft md:hidden">
          {column.head}
        </span>
      )}
      <div className="min-w-0">{children}</div>
    </Tag>
  )
}

function SortButton({ head, order, onPress }: { head: string; order: SortOrder | null; onPress: () => void }) {
  const Icon = order === null ? ChevronsUpDown : order === 'asc' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      className={clsx(
        '-mx-2 inline-flex min-h-9 items-center gap-1 rounded-control px-2 whitespace-nowrap hover:bg-sunk hover:text-ink',
        order !== null && 'text-ink',
      )}
      onClick={onPress}
    >
      {head}
      <Icon aria-hidden className={clsx('size-4', order === null && 'opacity-50')} />
    </button>
  )
}

/**
 * A roving tab stop: Tab reaches one row of the table; arrow keys, Home and End move to others. React itself returns the
 * focus to a row that changes of the table have moved.
 */
function useRovingRows(rows: readonly { id: string }[]) {
  const table = useRef<HTMLTableElement>(null)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const currentId = rows.some(({ id }) => id === chosenId) ? chosenId : (rows[0]?.id ?? null)

  const focusRow = (index: number) => {
    const id = rows[Math.min(rows.length - 1, Math.max(0, index))]?.id
    if (id === undefined) return
    setChosenId(id)
    table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus()
  }

  return {
    table,
    currentId,
    onRowFocus: setChosenId,
    onRowKeyDown: (event: KeyboardEvent, id: string) => {
      const index = rows.findIndex((row) => row.id === id)
      const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[event.key]
      if (target === undefined) return
      event.preventDefault()
      focusRow(target)
    },
  }
}
