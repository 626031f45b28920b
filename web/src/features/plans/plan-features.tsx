import Check from 'lucide-react/icons/check'
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
