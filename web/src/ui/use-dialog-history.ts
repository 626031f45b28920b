import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useBlocker, useLocation, useNavigate, useNavigation, type Location } from 'react-router'
import { closeInnermostDialog, useOpenDialogs } from './close-by-back.ts'
import { isDialogEntry, nextHistoryStep, withDialogEntry } from './dialog-history.ts'

/** Keeps the browser's history in step with the dialogs that are open. Once for the whole site. */
export function useDialogHistory(): void {
  const openDialogs = useOpenDialogs()
  const location = useLocation()
  const isIdle = useNavigation().state === 'idle'
  const navigate = useNavigate()
  const isAtEntry = isDialogEntry(location.state)
  // What the browser has been asked for, which the page shows a moment later.
  const hasEntry = useRef(false)
  const isClosing = useRef(false)
  const isGoingBack = useRef(false)
  const isLeaving = useRef(false)
  /** A screen asked for while the entry was being left: the step back would have undone it. */
  const waiting = useRef<{ location: Location; replace: boolean } | null>(null)

  // Heard from the browser itself: on a slow machine the page may never have shown the entry that is left.
  useEffect(() => {
    const onPop = () => {
      if (!hasEntry.current || isGoingBack.current) return
      hasEntry.current = false
      isGoingBack.current = true
      isClosing.current = true
      closeInnermostDialog()
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])

  // A screen that is entered from a dialog takes the place of the dialog's entry.
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const isPop = historyAction === NavigationType.Pop
    if (isPop || !isDialogEntry(currentLocation.state) || isDialogEntry(nextLocation.state)) return false
    isLeaving.current = true
    if (isGoingBack.current) {
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
    isClosing.current = false
  }, [openDialogs])

  // Before the dialog is seen, so that back cannot be pressed too early.
  useLayoutEffect(() => {
    // Another step would cancel the step under way.
    if (!isIdle) return
    if (!isAtEntry && (isGoingBack.current || isLeaving.current)) {
      hasEntry.current = false
      isGoingBack.current = false
      isLeaving.current = false
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
      hasEntry: hasEntry.current,
      isClosing: isClosing.current,
      isGoingBack: isGoingBack.current,
      isLeaving: isLeaving.current,
    })
    if (step === 'add-entry') {
      const { pathname, search, hash, state } = location
      hasEntry.current = true
      void navigate({ pathname, search, hash }, { state: withDialogEntry(state), preventScrollReset: true })
    } else if (step === 'leave-entry') {
      isGoingBack.current = true
      void navigate(-1)
    }
  }, [openDialogs, isAtEntry, isIdle, location, navigate])
}
