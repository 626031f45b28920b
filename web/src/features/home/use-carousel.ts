import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { CarouselMotionProps } from './carousel-motion.tsx'
import type { Step } from './sideways-wheel.ts'

/** A row of slides that uses plain scrolling until its motion has loaded, or for good if it cannot be loaded. */
export function useCarousel(count: number) {
  const viewport = useRef<HTMLDivElement>(null)
  const stepLooping = useRef<Step | null>(null)
  /** True once the looping motion has replaced plain scrolling. */
  const [isLooping, setLooping] = useState(false)
  const [selected, setSelected] = useState(0)
  /** The component to render once it has loaded. */
  const [Motion, setMotion] = useState<ComponentType<CarouselMotionProps> | null>(null)

  useEffect(() => {
    const element = viewport.current
    if (element === null) return
    const sight = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return
      sight.disconnect()
      import('./carousel-motion.tsx')
        .then(({ CarouselMotion }) => setMotion(() => CarouselMotion))
        // Without the motion, plain scrolling remains.
        .catch(() => undefined)
    })
    sight.observe(element)
    return () => sight.disconnect()
  }, [])

  useEffect(() => {
    const element = viewport.current
    if (element === null || isLooping) return
    const onScroll = () => setSelected(Math.min(count - 1, scrolledTo(element)))
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [count, isLooping])

  const step: Step = (direction) => {
    if (stepLooping.current === null) scrollBySlide(viewport.current, direction)
    else stepLooping.current(direction)
  }

  const motionProps: CarouselMotionProps = {
    viewport,
    startIndex: () => (viewport.current === null ? 0 : scrolledTo(viewport.current)),
    onSelect: setSelected,
    onTakeOver: (looping) => {
      stepLooping.current = looping
      setLooping(looping !== null)
    },
  }
  return { viewport, isLooping, selected, step, Motion, motionProps }
}

function slideWidth(viewport: HTMLElement): number {
  return viewport.querySelector<HTMLElement>('[aria-roledescription="slide"]')?.offsetWidth ?? viewport.clientWidth
}

function scrolledTo(viewport: HTMLElement): number {
  return Math.round(viewport.scrollLeft / slideWidth(viewport))
}

/** Scrolls by one slide, and from either end to the other. */
function scrollBySlide(viewport: HTMLElement | null, direction: 1 | -1): void {
  if (viewport === null) return
  const endPx = viewport.scrollWidth - viewport.clientWidth
  const isAtEdge = direction === 1 ? viewport.scrollLeft > endPx - 2 : viewport.scrollLeft < 2
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  if (isAtEdge) viewport.scrollTo({ left: direction === 1 ? 0 : endPx, behavior })
  else viewport.scrollBy({ left: direction * slideWidth(viewport), behavior })
}
