import Check from 'lucide-react/icons/check'

/** A badge on the upper edge of the most popular plan (spec section 9). It does not affect the card's layout. */
export function PopularBadge() {
  return (
    <span className="absolute -top-3.5 left-4.5 rounded-full bg-ink px-2.5 py-0.5 text-[0.8125rem] leading-normal font-semibold whitespace-nowrap text-paper">
      Most Popular
    </span>
  )
}

/** A badge on the upper edge of the viewer's own plan, opposite the one for the popular plan. */
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
