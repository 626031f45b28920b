import { usageBarPercent, type StatusColour, type Usage } from '#contract/subscription-status.ts'
import { clsx } from 'clsx'

interface UsageBarProps {
  usage: Usage
  tone: StatusColour
  /** Announced to screen readers instead of the percentage. */
  words?: string
  /** Classes for height and margin. */
  className: string
}

/** The used share of a plan's minutes; renders nothing when no bar is to be shown. */
export function UsageBar({ usage, tone, words, className }: UsageBarProps) {
  const percent = usageBarPercent(usage)
  if (percent === null) return null
  return (
    <span
      role="meter"
      aria-label="Minutes used"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={words}
      data-tone={tone}
      className={clsx('block overflow-hidden rounded-full bg-sunk ring-1 ring-line ring-inset', className)}
    >
      <span className="block h-full rounded-full bg-tone-dot" style={{ width: `${percent}%` }} />
    </span>
  )
}
