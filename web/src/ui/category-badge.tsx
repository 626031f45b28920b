import { clsx } from 'clsx'

export function CategoryBadge({ id, label, className }: { id: string; label: string; className?: string }) {
  return (
    <span
      data-niche={id}
      className={clsx(
        'rounded-full bg-niche-tint px-3 py-1 text-[0.8125rem] leading-tight font-semibold text-niche-ink',
        className,
      )}
    >
      {label}
    </span>
  )
}
