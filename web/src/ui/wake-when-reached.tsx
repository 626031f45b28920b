import { Suspense, use, useSyncExternalStore, type ReactNode } from 'react'
import { hasStored } from '../lib/local-store.ts'

interface WakeWhenReachedProps {
  /** The id of an element inside; no two parts may name the same. */
  anchor: string
  children: ReactNode
}

/**
 * A part of a prerendered page below the first sight. Its HTML stands from the start; React takes it over once it is nearly
 * in sight, or when the page is first used in any way. Until then it costs a visitor no processor time.
 */
export function WakeWhenReached({ anchor, children }: WakeWhenReachedProps) {
  return (
    <Suspense>
      <Sleeper anchor={anchor}>{children}</Sleeper>
    </Suspense>
  )
}

function Sleeper({ anchor, children }: WakeWhenReachedProps) {
  // True only where HTML from the server is being taken over: a part that is drawn afresh has no HTML to rest on.
  const isTakenOver = useSyncExternalStore(neverChanges, isNew, isPrerendered)
  if (!import.meta.env.SSR && isTakenOver && !mayWake(anchor)) use(reached(anchor))
  return children
}

const neverChanges = () => () => undefined
const isNew = () => false
const isPrerendered = () => true

/** How far below the window a part is taken over, in shares of the window's height. */
const AHEAD = '50%'

const awake = new Set<string>()
const asleep = new Map<string, { isReached: Promise<void>; wake: () => void }>()
let isPageUsed = false

function mayWake(anchor: string): boolean {
  // Stored values change the page's content, so all of it is drawn again at once.
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
 * Heard at the window, before React hears of it: React takes over a part at once for a press inside it, but drops the press
 * if the part would rather sleep on.
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
