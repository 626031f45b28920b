import { Code, Phone } from 'lucide-react'
import { PortraitPicture } from '../../ui/portrait-picture.tsx'

/** The offer as a drawing: a shop's page with an assistant at its door, the line that puts it there, and a phone number. */
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
          <p className="font-display text-2xl font-semibold tracking-tight sm:text-3xl">
            Bread, from five in the morning
          </p>
          <div className="mt-5 grid w-[58%] grid-cols-2 gap-3 sm:w-[54%]">
            <Loaf className="text-line-strong" />
            <Loaf className="text-line-strong" />
            <Loaf className="text-line-strong" />
            <Loaf className="text-line-strong" />
          </div>
          <div data-niche="customer-service" className="absolute right-5 bottom-5 flex w-40 flex-col items-end sm:w-52">
            <p className="mb-3 rounded-2xl rounded-br-sm bg-niche-tint px-4 py-2.5 text-[0.9375rem] leading-snug font-medium text-niche-ink">
              Good morning. Shall I put a loaf aside for you?
            </p>
            <PortraitPicture
              id="customer-service"
              image="/portraits/customer-service.svg"
              alt=""
              className="w-24 shadow-raised sm:w-28"
            />
          </div>
        </div>
      </div>
      <div className="relative z-10 mx-4 -mt-4 grid gap-2.5 sm:mx-8 sm:grid-cols-[1fr_auto]">
        <p className="flex items-center gap-3 overflow-hidden rounded-control bg-ink px-4 py-3 font-mono text-[0.8125rem] whitespace-nowrap text-paper">
          <Code className="size-4 shrink-0" />
          {'<script src="…/embed.js" async>'}
        </p>
        <p className="flex items-center gap-3 rounded-control border border-line bg-raised px-4 py-3 text-[0.9375rem] font-semibold tabular-nums shadow-raised">
          <Phone className="size-4 shrink-0 text-accent-ink" />
          +1 202 555 0142
        </p>
      </div>
    </div>
  )
}

/** What the shop sells. */
function Loaf({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 120 84" className={`w-full rounded-control bg-sunk ${className}`}>
      <path
        d="M22 62V44a18 18 0 0 1 18-18h40a18 18 0 0 1 18 18v18Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
      />
      <path d="m44 27 8 14m6-15 8 15m6-14 8 14" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
