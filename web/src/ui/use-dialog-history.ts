import { useEffect, useLayoutEffect, useState } from 'react'
import {
  NavigationType,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigation,
  type Location,
  type NavigateFunction,
  type NavigateOptions,
} from 'react-router'
import { closeInnermostDialog, useOpenDialogs } from './close-by-back.ts'
import {
  afterHistoryEvent,
  isDialogEntry,
  withDialogEntry,
  type DialogHistory,
  type HistoryEvent,
} from './dialog-history.ts'

/** Keeps the browser's history in step with the open dialogs. To be used once for the whole site. */
export function useDialogHistory(): void {
  const openDialogs = useOpenDialogs()
  const location = useLocation()
  const isIdle = useNavigation().state === 'idle'
  const navigate = useNavigate()
  const isAtEntry = isDialogEntry(location.state)
  const [history] = useState(createHistory)

  // Listens to the browser's event: on a slow machine, the router may never have rendered the entry that is being left.
  useEffect(() => {
    const onPop = () => {
      if (history.send({ type: 'back-pressed' }) === 'close-dialog') closeInnermostDialog()
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [history])

  // A navigation from a dialog replaces the dialog's entry.
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const isPop = historyAction === NavigationType.Pop
    if (isPop || !isDialogEntry(currentLocation.state) || isDialogEntry(nextLocation.state)) return false
    const replace = historyAction === NavigationType.Replace
    history.send({ type: 'screen-requested', screen: { location: nextLocation, replace } })
    return history.now().phase === 'going-back' || !replace
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    const now = history.now()
    if (now.phase !== 'going-back' || now.next === null) goTo(navigate, blocker.location, { replace: true })
  }, [blocker, history, navigate])

  useLayoutEffect(() => void history.send({ type: 'dialogs-changed' }), [history, openDialogs])

  // A layout effect, so that the entry exists before the dialog is visible and back can be pressed.
  useLayoutEffect(() => {
    // Another step would cancel the navigation under way.
    if (!isIdle) return
    const step = history.send({ type: 'settled', isOpen: openDialogs > 0, isAtEntry })
    if (step === 'add-entry') {
      goTo(navigate, location, { state: withDialogEntry(location.state), preventScrollReset: true })
    } else if (step === 'leave-entry') void navigate(-1)
    else if (typeof step === 'object') goTo(navigate, step.location, { replace: step.replace })
  }, [openDialogs, isAtEntry, isIdle, history, location, navigate])
}

function createHistory() {
  let now: DialogHistory = { phase: 'page' }
  return {
    now: () => now,
    send(event: HistoryEvent) {
      const [next, step] = afterHistoryEvent(now, event)
      now = next
      return step
    },
  }
}

function goTo(navigate: NavigateFunction, { pathname, search, hash, state }: Location, options: NavigateOptions): void {
  void navigate({ pathname, search, hash }, { state: state as unknown, ...options })
}
