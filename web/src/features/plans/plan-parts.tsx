import { Check } from 'lucide-react'
import { clsx } from 'clsx'

export function PlanFeatures({ lines, className }: { lines: readonly string[]; className?: string }) {
  return (
    <ul className={clsx('grid content-start gap-2 text-[0.9375rem] leading-snug', className)}>
      {lines.map((line) => (
        <li key={line} className="flex gap-2">
          <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
          {line}
        </li>
      ))}
    </ul>
  )
}

/** On the upper edge of the plan that most people take (spec section 9), where it moves nothing in the card. */
export function PopularBadge() {
  return (
    <span className="absolute -top-3.5 left-4.5 rounded-full bg-ink px-2.5 py-0.5 text-[0.8125rem] leading-normal font-semibold whitespace-nowrap text-paper">
      Most Popular
    </span>
  )
}

/** On the upper edge of the plan that somebody has, across from the one that says which is popular. */
export function OwnPlanBadge() {
  return (
    <span
      data-niche="education"
      className="absolute -top-3.5 right-7 inline-flex animate-fade items-center gap-1 rounded-full bg-niche-tint px-2.5 py-0.5 text-[0.8125rem] leading-normal font-semibold whitespace-nowrap text-niche-ink"
    >
      <Check aria-hidden className="size-3.5" />
      Your plan
    </span>
  )
}
