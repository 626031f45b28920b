import AppWindow from 'lucide-react/icons/app-window'
import AudioLines from 'lucide-react/icons/audio-lines'
import Code from 'lucide-react/icons/code'
import Phone from 'lucide-react/icons/phone'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { StudioPicture } from './studio-picture.tsx'

/** Invented examples, and marked as such on the page (spec section 3: name, role, initials, content). */
interface Testimonial {
  name: string
  role: string
  initials: string
  content: string
}

const TESTIMONIALS: readonly Testimonial[] = [
  {
    name: 'Maren Ostby',
    role: 'Owner of a dental practice',
    initials: 'MO',
    content:
      'The phone used to ring through every treatment. Now our website answers the common questions, and we call back about the rest.',
  },
  {
    name: 'Julian Reyes',
    role: 'Head of an online bookshop',
    initials: 'JR',
    content: 'Customers ask about orders the way they would ask at the till. It took an afternoon to set up.',
  },
  {
    name: 'Priya Nandan',
    role: 'Manager of a language school',
    initials: 'PN',
    content: 'Shy learners practice with the assistant first. They come to class having already spoken.',
  },
]

const BULLETS = [
  { Icon: AppWindow, text: 'Custom AI voice assistant for your website' },
  { Icon: Phone, text: 'Acquire a dedicated phone number' },
  { Icon: AudioLines, text: 'Natural voice conversations' },
  { Icon: Code, text: 'Easy website integration with no coding' },
]

export function Studio() {
  const [expanded, setExpanded] = useState(false)
  const quotesId = useId()

  return (
    <section
      aria-labelledby="studio"
      className="mx-auto mt-28 max-w-page sm:px-8 xl:mt-36 far-below [contain-intrinsic-height:auto_63rem] lg:[contain-intrinsic-height:auto_38rem]"
    >
      <div className="bg-sunk px-5 py-14 sm:rounded-[28px] sm:px-10 lg:px-14 lg:py-18">
        <div className="grid grid-cols-1 items-center gap-x-14 gap-y-12 lg:grid-cols-2">
          <div>
            <p className="font-semibold text-accent-ink">AI Studio</p>
            <h2 id="studio" className="mt-2 text-[2.5rem] sm:text-5xl xl:text-6xl">
              A voice of your own for your website
            </h2>
            <ul className="mt-8 grid gap-4 text-lg">
              {BULLETS.map(({ Icon, text }) => (
                <li key={text} className="flex items-start gap-3.5">
                  <Icon aria-hidden className="mt-1 size-5 shrink-0 text-accent-ink" />
                  {text}
                </li>
              ))}
            </ul>
            <p className="mt-5 text-ink-soft">
              Phone numbers are not available yet. Today your assistant talks on your website.
            </p>
            <Button
              kind="ink"
              size="large"
              aria-expanded={expanded}
              aria-controls={quotesId}
              className="mt-9 min-w-40"
              onClick={() => setExpanded(!expanded)}
            >
              {expanded ? 'Show Less' : 'Learn More'}
            </Button>
          </div>
          <StudioPicture />
        </div>
        <div id={quotesId} hidden={!expanded} className="animate-rise">
          <h3 className="mt-14 text-3xl">What Our Customers Say</h3>
          <p className="mt-2 text-ink-soft">Example quotes: Voxhall is new, and these show what it is made for.</p>
          <ul className="mt-6 grid gap-5 md:grid-cols-3">
            {TESTIMONIALS.map(({ name, role, initials, content }) => (
              <li key={name}>
                <figure className="flex h-full flex-col rounded-[18px] bg-raised p-6 lg:p-7">
                  <blockquote className="mb-7 text-lg leading-snug">“{content}”</blockquote>
                  <figcaption className="mt-auto flex items-center gap-3.5">
                    <span
                      aria-hidden
                      className="grid h-13 w-11 place-items-center rounded-t-full rounded-b-sm bg-sunk pt-1 text-sm font-bold"
                    >
                      {initials}
                    </span>
                    <span className="leading-tight">
                      <span className="block font-semibold">{name}</span>
                      <span className="text-[0.9375rem] text-ink-soft">{role}</span>
                    </span>
                  </figcaption>
                </figure>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}
