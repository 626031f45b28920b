import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useBlocker, useLocation, useNavigate, useNavigation, type Location } from 'react-router'
import { closeInnermostDialog, useOpenDialogs } from './close-by-back.ts'
import { isDialogEntry, nextHistoryStep, withDialogEntry } from './dialog-history.ts'

/** Keeps the browser's history in step with the open dialogs. To be used once for the whole site. */
export function useDialogHistory(): void {
  const openDialogs = useOpenDialogs()
  const location = useLocation()
  const isIdle = useNavigation().state === 'idle'
  const navigate = useNavigate()
  const isAtEntry = isDialogEntry(location.state)
  // Navigations that were requested from the browser; the page's location follows a moment later.
  const now = useRef({ hasEntry: false, isClosing: false, isGoingBack: false, isLeaving: false })
  /** A screen that was requested during a step back from the entry, which would otherwise undo it. */
  const waiting = useRef<{ location: Location; replace: boolean } | null>(null)

  // Listens to the browser's event: on a slow machine, the router may never have rendered the entry that is being left.
  useEffect(() => {
    const onPop = () => {
      if (!now.current.hasEntry || now.current.isGoingBack) return
      now.current.hasEntry = false
      now.current.isGoingBack = true
      now.current.isClosing = true
      closeInnermostDialog()
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])

  // A navigation from a dialog replaces the dialog's entry.
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const isPop = historyAction === NavigationType.Pop
    if (isPop || !isDialogEntry(currentLocation.state) || isDialogEntry(nextLocation.state)) return false
    now.current.isLeaving = true
    if (now.current.isGoingBack) {
      waiting.current = { location: nextLocation, replace: historyAction === NavigationType.Replace }
      return true
    }
    return historyAction === NavigationType.Push
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const { pathname, search, hash, state } = blocker.location
    blocker.reset()
    if (waiting.current === null) void navigate({ pathname, search, hash }, { state: state as unknown, replace: true })
  }, [blocker, navigate])

  useLayoutEffect(() => {
    now.current.isClosing = false
  }, [openDialogs])

  // A layout effect, so that the entry exists before the dialog is visible and back can be pressed.
  useLayoutEffect(() => {
    // Another step would cancel the navigation under way.
    if (!isIdle) return
    if (!isAtEntry && (now.current.isGoingBack || now.current.isLeaving)) {
      now.current.hasEntry = false
      now.current.isGoingBack = false
      now.current.isLeaving = false
    }
    const next = waiting.current
    if (!isAtEntry && next !== null) {
      waiting.current = null
      const { pathname, search, hash, state } = next.location
      void navigate({ pathname, search, hash }, { state: state as unknown, replace: next.replace })
      return
    }
    const step = nextHistoryStep({
      isOpen: openDialogs > 0,
      isAtEntry,
      ...now.current,
    })
    if (step === 'add-entry') {
      const { pathname, search, hash, state } = location
      now.current.hasEntry = true
      void navigate({ pathname, search, hash }, { state: withDialogEntry(state), preventScrollReset: true })
    } else if (step === 'leave-entry') {
      now.current.isGoingBack = true
      void navigate(-1)
    }
  }, [openDialogs, isAtEntry, isIdle, location, navigate])
}
