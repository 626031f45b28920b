import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readView, writeView, type CrmView } from './crm-view.ts'

/** The view that the address holds, and the way to another one. */
export function useCrmView(): [CrmView, (view: CrmView, how?: { replace: boolean }) => void] {
  const [search, setSearch] = useSearchParams()
  const view = useMemo(() => readView(search), [search])
  const setView = useCallback(
    (next: CrmView, { replace }: { replace: boolean } = { replace: false }) =>
      // At once: the next change of the view is made from what is shown.
      setSearch(writeView(next), { replace, preventScrollReset: true, flushSync: true }),
    [setSearch],
  )
  return [view, setView]
}
