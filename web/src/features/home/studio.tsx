import AppWindow from 'lucide-react/icons/app-window'
import AudioLines from 'lucide-react/icons/audio-lines'
import Code from 'lucide-react/icons/code'
import Phone from 'lucide-react/icons/phone'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { PortraitPicture } from '../../ui/portrait-picture.tsx'

/** Invented examples, and marked as such on the page (spec section 3: name, role, initials, content). */
const TESTIMONIALS = [
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

/** The goods on the invented shop's page. */
const BREADS = [
  {
    id: 'loaf',
    outline: 'M24 66V46a18 18 0 0 1 18-18h36a18 18 0 0 1 18 18v20Z',
    cuts: 'm46 29 7 13m8-14 7 14m8-13 6 12',
  },
  {
    id: 'baguette',
    outline: 'M16 58q-3-9 6-13L92 24q10-2 12 6t-6 12L30 64q-10 3-14-6Z',
    cuts: 'm38 42 10 13m6-18 10 13m6-18 10 13',
  },
  {
    id: 'roll',
    outline: 'M30 62a30 26 0 1 1 60 0q0 5-6 5H36q-6 0-6-5Z',
    cuts: 'M60 37v16M46 43q6 6 6 14m22-14q-6 6-6 14',
  },
  { id: 'cake', outline: 'M30 68 36 46H84L90 68Z', cuts: 'M34 46q2-18 26-18t26 18M48 46l-3 22m15-22v22m12-22 3 22' },
]

/**
 * An illustration of the offer: a shop's page with an assistant, the script tag that embeds it, and the phone number
 * that is to come.
 */
function StudioPicture() {
  return (
    <div aria-hidden className="mx-auto w-full max-w-152 select-none">
      <div className="overflow-hidden rounded-[18px] border border-line bg-raised shadow-raised">
        <div className="flex items-center gap-1.5 border-b border-line px-4 py-3">
          {['first', 'second', 'third'].map((dot) => (
            <span key={dot} className="size-2.5 rounded-full bg-line" />
          ))}
          <span className="ml-3 rounded-full bg-sunk px-4 py-0.5 text-[0.8125rem] text-ink-soft">
            your-bakery.example
          </span>
        </div>
        <div className="relative h-72 px-5 py-6 sm:h-84 sm:px-7">
          <p className="font-display text-2xl font-semibold tracking-tight sm:text-3xl">Fresh bread from five</p>
          <div className="mt-5 grid w-1/2 grid-cols-2 gap-2.5 sm:gap-3 sm:w-[54%]">
            {BREADS.map(({ id, outline, cuts }) => (
              <svg key={id} data-niche="culinary" viewBox="0 0 120 88" className="w-full rounded-control bg-sunk">
                <path
                  d={outline}
                  className="fill-niche-tint stroke-niche-ink"
                  strokeWidth="2.5"
                  strokeLinejoin="round"
                />
                <path d={cuts} fill="none" className="stroke-niche-ink" strokeWidth="2.5" strokeLinecap="round" />
              </svg>
            ))}
          </div>
          <div data-niche="customer-service" className="absolute right-5 bottom-5 flex w-36 flex-col items-end sm:w-52">
            <p className="mb-3 rounded-2xl rounded-br-sm bg-niche-tint px-3.5 py-2.5 text-sm leading-snug font-medium text-niche-ink sm:px-4 sm:text-[0.9375rem]">
              Good morning. Shall I put a loaf aside for you?
            </p>
            <PortraitPicture id="customer-service" alt="" className="w-24 shadow-raised sm:w-28" />
          </div>
        </div>
      </div>
      <div className="relative z-10 mx-4 -mt-4 grid gap-2.5 sm:mx-8 sm:grid-cols-[1fr_auto]">
        <p className="flex items-center gap-3 overflow-hidden rounded-control bg-ink px-4 py-3 font-mono text-[0.8125rem] whitespace-nowrap text-paper">
          <Code className="size-4 shrink-0" />
          {'<script src="…/embed.js">'}
        </p>
        <p className="flex items-center gap-3 rounded-control border border-line bg-raised px-4 py-3 text-[0.9375rem] font-semibold tabular-nums shadow-raised">
          <Phone className="size-4 shrink-0 text-accent-ink" />
          Phone: not yet
        </p>
      </div>
    </div>
  )
}
