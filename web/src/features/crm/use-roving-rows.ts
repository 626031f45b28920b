import { useRef, useState, type KeyboardEvent } from 'react'

/**
 * A roving tab stop: Tab reaches one row of the table; arrow keys, Home and End move to others. React itself returns the
 * focus to a row that changes of the table have moved.
 */
export function useRovingRows(rows: readonly { id: string }[]) {
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
