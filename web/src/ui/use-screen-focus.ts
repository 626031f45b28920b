import { useLocation } from 'react-router'
import { useOnChange } from './use-on-change.ts'

/** The tabs of a workshop have their own addresses but count as one screen, so that the focus stays on the tab. */
function screenOf(pathname: string): string {
  return pathname.replace(/^(\/assistants\/[^/]+)\/.*$/, '$1')
}

/** Gives each new screen the focus, as browsers do for a new page: its `main` with the id `content`. */
export function useScreenFocus(): void {
  const { pathname } = useLocation()
  useOnChange(screenOf(pathname), () => document.getElementById('content')?.focus({ preventScroll: true }))
}
