import useEmblaCarousel from 'embla-carousel-react'
import { useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'

/** Moves one slide forward or back. */
export type Step = (direction: 1 | -1) => void

export interface CarouselMotionProps {
  viewport: RefObject<HTMLDivElement | null>
  /** The slide that is in view when the motion takes over from plain scrolling. */
  startIndex: () => number
  onSelect: (index: number) => void
  /** Called with a function to move by a slide once the motion has taken over, and with null when it ends. */
  onTakeOver: (step: Step | null) => void
}

/** Renders nothing: turns the existing row of slides into a loop that can be dragged. */
export function CarouselMotion({ viewport, startIndex, onSelect, onTakeOver }: CarouselMotionProps) {
  const [beginsAt] = useState(startIndex)
  const [attach, embla] = useEmblaCarousel({
    // As required by spec section 9.
    loop: true,
    dragThreshold: 10,
    duration: 25,
    align: 'start',
    startIndex: beginsAt,
    inViewThreshold: 0.9,
    // Embla's own focus handling ignores a Tab that is more than 10 ms old, which is too strict for slow machines.
    watchFocus: false,
    breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
  })
  const tellSelected = useEffectEvent(onSelect)
  const tellTakenOver = useEffectEvent(onTakeOver)

  useLayoutEffect(() => {
    if (viewport.current !== null) attach(viewport.current)
  }, [attach, viewport])

  useLayoutEffect(() => {
    const element = viewport.current
    if (embla === undefined || element === null) return
    element.scrollTo({ left: 0, behavior: 'instant' })
    const step: Step = (direction) => (direction === 1 ? embla.scrollNext() : embla.scrollPrev())
    const select = () => tellSelected(embla.selectedScrollSnap())
    embla.on('select', select)
    embla.on('reInit', select)
    select()
    tellTakenOver(step)
    const stopWheel = followSidewaysWheel(element, step)
    // A slide that gets the keyboard focus is moved to the start, unless it is already in view.
    const followFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !target.matches(':focus-visible')) return
      const index = embla.slideNodes().findIndex((slide) => slide.contains(target))
      const inView = embla.slidesInView()
      // `inView` is empty until Embla has measured for the first time.
      if (index === -1 || inView.length === 0 || inView.includes(index)) return
      // Undoes the browser's scrolling: only Embla may move the slides.
      element.scrollLeft = 0
      embla.scrollTo(index, true)
    }
    element.addEventListener('focusin', followFocus)
    return () => {
      stopWheel()
      element.removeEventListener('focusin', followFocus)
      embla.off('select', select)
      embla.off('reInit', select)
      tellTakenOver(null)
    }
  }, [embla, viewport])

  return null
}

/** A swipe on a trackpad moves one slide after this distance. */
const SWIPE_PX = 60
/** Wheel events within this time belong to the same swipe. */
const TAIL_MS = 260

/** Moves one slide for each sideways swipe of a wheel or trackpad over `element`. Returns a function that stops it. */
function followSidewaysWheel(element: HTMLElement, step: Step): () => void {
  let travelledPx = 0
  let hasStepped = false
  let lastMs = -Infinity

  const onWheel = (event: WheelEvent) => {
    if (Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return
    // Otherwise the browser would navigate back.
    event.preventDefault()
    if (event.timeStamp - lastMs > TAIL_MS) {
      travelledPx = 0
      hasStepped = false
    }
    lastMs = event.timeStamp
    travelledPx += event.deltaX
    if (hasStepped || Math.abs(travelledPx) < SWIPE_PX) return
    hasStepped = true
    step(travelledPx > 0 ? 1 : -1)
  }
  element.addEventListener('wheel', onWheel, { passive: false })
  return () => element.removeEventListener('wheel', onWheel)
}
