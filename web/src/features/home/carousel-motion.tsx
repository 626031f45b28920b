import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { followSidewaysWheel, type Step } from './sideways-wheel.ts'

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
      report.current.onTakeOver(null)
    }
  }, [embla, viewport])

  return null
}
