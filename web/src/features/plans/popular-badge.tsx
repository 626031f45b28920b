/** On the plan that most people take (spec section 9). */
export function PopularBadge() {
  return (
    <span className="rounded-full bg-ink px-2.5 py-0.5 text-[0.8125rem] leading-normal font-semibold whitespace-nowrap text-paper">
      Most Popular
    </span>
  )
}
