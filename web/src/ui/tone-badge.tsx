import type { StatusColour, TierColour } from '#contract/subscription-status.ts'

/** A badge whose colour repeats the meaning of its text. */
export function ToneBadge({ tone, children }: { tone: StatusColour | TierColour; children: string }) {
  return (
    <span
      data-tone={tone}
      className="inline-flex min-h-6.5 items-center gap-1.5 rounded-full bg-tone-tint px-2.5 text-sm font-semibold whitespace-nowrap text-tone-ink"
    >
      <span aria-hidden className="size-2 rounded-full bg-tone-dot" />
      {children}
    </span>
  )
}
