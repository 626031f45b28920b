import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Children, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import type { CarouselMotionProps, Step } from './carousel-motion.tsx'

interface CarouselProps {
  label: string
  heading: ReactNode
  aside: ReactNode
  children: ReactNode
}

const ARROW =
  'grid size-12 place-items-center rounded-full border border-line-strong transition-colors duration-150 hover:border-ink hover:bg-sunk max-md:hidden'

/**
 * An endless row of slides: one in view, two from medium screens, three from large ones (spec section 2). At first it
 * is a list that scrolls sideways; the looping motion is loaded when the row comes into view.
 */
export function Carousel({ label, heading, aside, children }: CarouselProps) {
  const slides = Children.toArray(children)
  const { viewport, isLooping, selected, step, Motion, motionProps } = useCarousel(slides.length)

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the pattern asks for it: a region with arrow keys
    <div
      role="region"
      aria-roledescription="carousel"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys need somewhere to be pressed
      tabIndex={0}
      className="grid grid-cols-1 gap-x-8 gap-y-7 rounded-card outline-offset-8 md:grid-cols-[1fr_auto] md:items-end xl:gap-y-10"
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
        event.preventDefault()
        step(event.key === 'ArrowRight' ? 1 : -1)
      }}
    >
      {heading}
      <div className="flex items-center gap-2.5 max-md:order-last max-md:justify-between md:pb-1">
        <p className="min-w-18 text-ink-soft tabular-nums md:text-right" aria-live="polite">
          {selected + 1} of {slides.length}
        </p>
        {aside}
        <button type="button" aria-label="Previous slide" className={ARROW} onClick={() => step(-1)}>
          <ChevronLeft aria-hidden className="size-5" />
        </button>
        <button type="button" aria-label="Next slide" className={ARROW} onClick={() => step(1)}>
          <ChevronRight aria-hidden className="size-5" />
        </button>
      </div>
      <div
        ref={viewport}
        data-looping={isLooping}
        className={
          'no-scrollbar -mx-5 snap-x snap-mandatory scroll-px-5 overflow-x-auto px-5 data-[looping=true]:overflow-x-clip ' +
          'sm:-mx-8 sm:scroll-px-8 sm:px-8 md:col-span-2 md:mx-0 md:scroll-px-0 md:px-0'
        }
      >
        <div className="-ml-3 flex touch-pan-y touch-pinch-zoom md:-ml-6">
          {slides.map((slide, index) => (
            <div
              key={index}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}`}
              className="min-w-0 shrink-0 grow-0 -scroll-ms-3 basis-full snap-start pl-3 md:-scroll-ms-6 md:basis-1/2 md:pl-6 lg:basis-1/3"
            >
              {slide}
            </div>
          ))}
        </div>
      </div>
      {Motion === null ? null : <Motion {...motionProps} />}
    </div>
  )
}

/** A row of slides that uses plain scrolling until its motion has loaded, or for good if it cannot be loaded. */
function useCarousel(count: number) {
  const viewport = useRef<HTMLDivElement>(null)
  const stepLooping = useRef<Step | null>(null)
  /** True once the looping motion has replaced plain scrolling. */
  const [isLooping, setLooping] = useState(false)
  const [selected, setSelected] = useState(0)
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
