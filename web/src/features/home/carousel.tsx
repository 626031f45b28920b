import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Children, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { useCarousel } from './use-carousel.ts'

interface CarouselProps {
  label: string
  /** One for each slide. */
  children: ReactNode
  /** Stands beside the buttons. */
  aside?: ReactNode
}

const ARROW = 'size-12 px-0'

/**
 * Slides in a row that never ends: one in view, two from medium screens, three from large ones (spec section 2).
 * As it comes with the page it is a list to scroll sideways; the looping motion is loaded when it is seen.
 */
export function Carousel({ label, children, aside }: CarouselProps) {
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
      className="rounded-card"
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
        event.preventDefault()
        step(event.key === 'ArrowRight' ? 1 : -1)
      }}
    >
      <div
        ref={viewport}
        data-looping={isLooping}
        className={
          'no-scrollbar -mx-5 snap-x snap-mandatory scroll-px-5 overflow-x-auto px-5 data-[looping=true]:overflow-x-clip ' +
          'sm:-mx-8 sm:scroll-px-8 sm:px-8 md:mx-0 md:scroll-px-0 md:px-0'
        }
      >
        <div className="-ml-3 flex touch-pan-y touch-pinch-zoom md:-ml-6">
          {slides.map((slide, index) => (
            <div
              // The slides of a carousel stay in their places.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}`}
              className="min-w-0 shrink-0 grow-0 basis-full snap-start pl-3 md:basis-1/2 md:pl-6 lg:basis-1/3"
            >
              {slide}
            </div>
          ))}
        </div>
      </div>
      <div className="mt-6 flex items-center justify-between gap-4">
        <p className="text-ink-soft tabular-nums" aria-live="polite">
          {selected + 1} of {slides.length}
        </p>
        <div className="flex items-center gap-2.5">
          {aside}
          <Button aria-label="Previous slide" className={`${ARROW} max-md:hidden`} onClick={() => step(-1)}>
            <ChevronLeft aria-hidden className="size-5" />
          </Button>
          <Button aria-label="Next slide" className={`${ARROW} max-md:hidden`} onClick={() => step(1)}>
            <ChevronRight aria-hidden className="size-5" />
          </Button>
        </div>
      </div>
      {Motion === null ? null : <Motion {...motionProps} />}
    </div>
  )
}
