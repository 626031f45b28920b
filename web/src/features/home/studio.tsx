import { useId, useState } from 'react'
import { AppWindow, AudioLines, Code, Phone } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { TESTIMONIALS } from './testimonials.ts'

const BULLETS = [
  { Icon: AppWindow, text: 'Custom AI voice assistant for your website' },
  { Icon: Phone, text: 'Acquire a dedicated phone number' },
  { Icon: AudioLines, text: 'Natural voice conversations' },
  { Icon: Code, text: 'Easy website integration with no coding' },
]

/** The related offer, with what customers say behind a toggle. */
export function Studio() {
  const [expanded, setExpanded] = useState(false)
  const quotesId = useId()

  return (
    <section aria-labelledby="studio" className="mx-auto mt-24 max-w-page px-5 sm:mt-32 sm:px-8">
      <div className="rounded-[28px] bg-sunk px-5 py-12 sm:px-12 sm:py-16">
        <div className="grid gap-10 lg:grid-cols-2">
          <div>
            <p className="font-semibold text-accent-ink">AI Studio</p>
            <h2 id="studio" className="mt-2 text-4xl sm:text-5xl">
              A voice of your own for your website
            </h2>
          </div>
          <ul className="grid gap-4 text-lg">
            {BULLETS.map(({ Icon, text }) => (
              <li key={text} className="flex items-start gap-3.5">
                <Icon aria-hidden className="mt-1 size-5 shrink-0 text-accent-ink" />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <Button
          kind="ink"
          aria-expanded={expanded}
          aria-controls={quotesId}
          className="mt-10"
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? 'Show Less' : 'Learn More'}
        </Button>
        <div id={quotesId} hidden={!expanded} className="animate-rise">
          <h3 className="mt-12 text-2xl">What Our Customers Say</h3>
          <ul className="mt-5 grid gap-4 md:grid-cols-3">
            {TESTIMONIALS.map((testimonial) => (
              <li key={testimonial.name} className="flex flex-col rounded-[18px] bg-raised p-6">
                <blockquote className="mb-6">“{testimonial.content}”</blockquote>
                <div className="mt-auto flex items-center gap-3">
                  <span aria-hidden className="grid size-11 place-items-center rounded-full bg-sunk text-sm font-bold">
                    {testimonial.initials}
                  </span>
                  <p className="leading-tight">
                    <span className="block font-semibold">{testimonial.name}</span>
                    <span className="text-[0.9375rem] text-ink-soft">{testimonial.role}</span>
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}
