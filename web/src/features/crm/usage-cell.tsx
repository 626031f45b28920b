import { usageAlert } from '#contract/subscription-status.ts'
import { clsx } from 'clsx'
import { UsageBar } from '../../ui/usage-bar.tsx'
import type { Subscriber } from './crm-queries.ts'
import { formatMinutes } from './format.ts'

/** Minutes used of minutes paid for, with a bar while there is something left (spec section 9). */
export function UsageCell({ row }: { row: Subscriber }) {
  const usage = {
    usedMinutes: row.current_usage_minutes,
    limitMinutes: row.monthly_limit_minutes,
    exceeded: row.limit_exceeded,
  }
  const used = formatMinutes(usage.usedMinutes)
  return (
    <div className="grid w-full max-w-44 min-w-28 gap-1.5">
      <span className={clsx('whitespace-nowrap tabular-nums', usage.exceeded && 'font-semibold text-danger')}>
        {usage.limitMinutes > 0 ? `${used} / ${formatMinutes(usage.limitMinutes)} min` : `${used} min`}
        {usage.exceeded ? <span className="block text-sm">Limit exceeded</span> : null}
      </span>
      <UsageBar usage={usage} tone={usageAlert(usage) === null ? 'green' : 'orange'} className="h-1.5" />
    </div>
  )
}
