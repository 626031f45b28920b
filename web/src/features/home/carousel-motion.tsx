import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { followSidewaysWheel, type Step } from './sideways-wheel.ts'

export interface CarouselMotionProps {
  viewport: RefObject<HTMLDivElement | null>
  /** The slide that plain scrolling has come to. */
  startIndex: () => number
  onSelect: (index: number) => void
  /** With the way to move once it loops; with null when it is over. */
  onTakeOver: (step: Step | null) => void
}

/** Draws nothing: turns the row of slides that stands there already into one that loops, and can be dragged. */
export function CarouselMotion({ viewport, startIndex, onSelect, onTakeOver }: CarouselMotionProps) {
  const [beginsAt] = useState(startIndex)
  const [attach, embla] = useEmblaCarousel({
    // As spec section 9 has it.
    loop: true,
    dragThreshold: 10,
    duration: 25,
    align: 'start',
    startIndex: beginsAt,
    inViewThreshold: 0.9,
    // Embla's own following of the focus takes a Tab that is older than 10 ms for none: too strict for a slow machine.
    watchFocus: false,
    breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
  })
  const report = useRef({ onSelect, onTakeOver })
  useEffect(() => {
    report.current = { onSelect, onTakeOver }
  })

  useLayoutEffect(() => {
    if (viewport.current !== null) attach(viewport.current)
  }, [attach, viewport])

  useLayoutEffect(() => {
    const element = viewport.current
    if (embla === undefined || element === null) return
    element.scrollTo({ left: 0, behavior: 'instant' })
    const step: Step = (direction) => (direction === 1 ? embla.scrollNext() : embla.scrollPrev())
    const select = () => report.current.onSelect(embla.selectedScrollSnap())
    embla.on('select', select)
    embla.on('reInit', select)
    select()
    report.current.onTakeOver(step)
    const letWheelGo = followSidewaysWheel(element, step)
    // A slide that is reached by keyboard comes to the start, unless it is in view.
    const followFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !target.matches(':focus-visible')) return
      const index = embla.slideNodes().findIndex((slide) => slide.contains(target))
      const inView = embla.slidesInView()
      // None before Embla has looked for the first time.
      if (index === -1 || inView.length === 0 || inView.includes(index)) return
      // The browser has scrolled what only Embla may move.
      element.scrollLeft = 0
      embla.scrollTo(index, true)
    }
    element.addEventListener('focusin', followFocus)
    return () => {
      letWheelGo()
      element.removeEventListener('focusin', followFocus)
      embla.off('select', select)
      embla.off('reInit', select)
      report.current.onTakeOver(null)
    }
  }, [embla, viewport])

  return null
}
