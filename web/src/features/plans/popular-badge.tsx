import Check from 'lucide-react/icons/check'

/** On the upper edge of the plan that most people take (spec section 9), where it moves nothing in the card. */
export function PopularBadge() {
  return (
    <span className="absolute -top-3.5 left-4.5 rounded-full bg-ink px-2.5 py-0.5 text-[0.8125rem] leading-normal font-semibold whitespace-nowrap text-paper">
      Most Popular
    </span>
  )
}

/** On the upper edge of the viewer's own plan, across from the one that says which is popular. */
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
