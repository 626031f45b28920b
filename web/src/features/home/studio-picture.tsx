import Code from 'lucide-react/icons/code'
import Phone from 'lucide-react/icons/phone'
import { PortraitPicture } from '../../ui/portrait-picture.tsx'

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
export function StudioPicture() {
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
