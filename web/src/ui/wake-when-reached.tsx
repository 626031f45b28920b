import { Suspense, use, useSyncExternalStore, type ReactNode } from 'react'
import { hasStored } from '../lib/local-store.ts'

interface WakeWhenReachedProps {
  /** The id of an element inside; must be unique among these parts. */
  anchor: string
  children: ReactNode
}

/**
 * A part of a prerendered page below the first screen. Its HTML is there from the start, but React hydrates it only
 * when it is nearly in view, or when the visitor first uses the page. Until then it costs no processor time.
 */
export function WakeWhenReached({ anchor, children }: WakeWhenReachedProps) {
  return (
    <Suspense>
      <Sleeper anchor={anchor}>{children}</Sleeper>
    </Suspense>
  )
}

function Sleeper({ anchor, children }: WakeWhenReachedProps) {
  // A part that is newly rendered in the browser has no HTML to keep and cannot wait.
  const isHydrated = useIsHydrated()
  if (!import.meta.env.SSR && !isHydrated && !mayWake(anchor)) use(reached(anchor))
  return children
}

const neverChanges = () => () => undefined

/** False while prerendering, and in the first rendering of a prerendered page in the browser. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

/** How far below the window a part is hydrated, as a share of the window's height. */
const AHEAD = '50%'

const awake = new Set<string>()
const asleep = new Map<string, { isReached: Promise<void>; wake: () => void }>()
let isPageUsed = false

function mayWake(anchor: string): boolean {
  // Stored values change the content of the page, so all parts are rendered at once.
  return isPageUsed || awake.has(anchor) || hasStored()
}

function reached(anchor: string): Promise<void> {
  const known = asleep.get(anchor)
  if (known !== undefined) return known.isReached
  let wake = () => undefined as void
  const isReached = new Promise<void>((resolve) => {
    wake = () => {
      sight.disconnect()
      asleep.delete(anchor)
      awake.add(anchor)
      resolve()
    }
  })
  const sight = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) wake()
    },
    { rootMargin: AHEAD },
  )
  asleep.set(anchor, { isReached, wake })
  const part = document.getElementById(anchor)?.closest('section, footer') ?? null
  if (part === null) wake()
  else sight.observe(part)
  return isReached
}

/**
 * Listens on the window, before React does: React hydrates a part at once for a click inside it, but drops the click if
 * the part suspends.
 */
function wakeAll(): void {
  isPageUsed = true
  for (const { wake } of asleep.values()) wake()
}

if (!import.meta.env.SSR) {
  for (const type of ['pointerdown', 'keydown', 'click', 'focusin', 'storage', 'beforeprint']) {
    addEventListener(type, wakeAll, { capture: true, once: true, passive: true })
  }
}
