import { ANNUAL_BADGE, type BillingPeriod } from '#contract/plans.ts'
import { clsx } from 'clsx'

interface PeriodSwitchProps {
  period: BillingPeriod
  onChange: (period: BillingPeriod) => void
}

/** The switch between monthly and annual prices. Each label sets its own period; the keyboard has the switch. */
export function PeriodSwitch({ period, onChange }: PeriodSwitchProps) {
  const isAnnual = period === 'annual'
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
      <div className="-ml-1 flex flex-wrap items-center">
        <PeriodLabel isCurrent={!isAnnual} onPress={() => onChange('monthly')}>
          Monthly
        </PeriodLabel>
        <button
          type="button"
          role="switch"
          aria-checked={isAnnual}
          aria-label="Annual billing"
          onClick={() => onChange(isAnnual ? 'monthly' : 'annual')}
          className="group mx-1 grid h-11 place-items-center rounded-full px-1"
        >
          <span className="block h-8 w-14 rounded-full bg-line-strong p-1 transition-colors duration-150 group-aria-checked:bg-ink">
            <span className="block size-6 rounded-full bg-paper transition-transform duration-150 group-aria-checked:translate-x-6" />
          </span>
        </button>
        <PeriodLabel isCurrent={isAnnual} onPress={() => onChange('annual')}>
          Annual
        </PeriodLabel>
      </div>
      <p role="status" className="min-h-7">
        {isAnnual ? (
          <span
            className="block animate-fade rounded-full bg-niche-tint px-3 py-1 text-sm leading-5 font-semibold text-niche-ink"
            data-niche="education"
          >
            {ANNUAL_BADGE}
          </span>
        ) : null}
      </p>
    </div>
  )
}

function PeriodLabel({ isCurrent, onPress, children }: { isCurrent: boolean; onPress: () => void; children: string }) {
  return (
    <span
      aria-hidden
      onClick={onPress}
      className={clsx(
        'grid min-h-11 cursor-pointer place-items-center px-1 text-[1.0625rem] font-semibold transition-colors duration-150',
        isCurrent ? 'text-ink' : 'text-ink-soft hover:text-ink',
      )}
    >
      {children}
    </span>
  )
}
