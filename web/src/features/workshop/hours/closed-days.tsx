import { MAX_CLOSED_DAYS } from '#contract/action-limits.ts'
import type { AppointmentSettings } from '#contract/actions.ts'
import X from 'lucide-react/icons/x'
import { Button } from '../../../ui/button.tsx'
import { CONTROL_CLASS } from '../../../ui/field-frame.tsx'

type ClosedDays = AppointmentSettings['closedDays']

interface ClosedDaysProps {
  days: ClosedDays
  onChange: (days: ClosedDays) => void
  issueOf: (at: number) => string | undefined
}

/** Holidays, each with its first and last day, both included. */
export function ClosedDays({ days, onChange, issueOf }: ClosedDaysProps) {
  const change = (at: number, part: Partial<ClosedDays[number]>) =>
    onChange(days.map((each, index) => (index === at ? { ...each, ...part } : each)))
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">Closed days</legend>
      {days.map(({ from, to }, at) => {
        const issue = issueOf(at)
        return (
          <div key={at}>
            <div className="flex items-center gap-1 sm:gap-2">
              <input
                type="date"
                aria-label={`Closed from, ${at + 1}`}
                className={`${CONTROL_CLASS} min-h-11 min-w-0 max-w-44 px-1.5! sm:px-3!`}
                value={from}
                onChange={({ target }) =>
                  change(at, { from: target.value, ...(to < target.value && { to: target.value }) })
                }
              />
              <span aria-hidden>–</span>
              <input
                type="date"
                aria-label={`Closed to, ${at + 1}`}
                className={`${CONTROL_CLASS} min-h-11 min-w-0 max-w-44 px-1.5! sm:px-3!`}
                min={from}
                value={to}
                onChange={({ target }) => change(at, { to: target.value })}
              />
              <button
                type="button"
                aria-label={`Remove closed days ${at + 1}`}
                title="Remove"
                className="grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-sunk hover:text-ink"
                onClick={() => onChange(days.filter((_, index) => index !== at))}
              >
                <X aria-hidden className="size-4.5" />
              </button>
            </div>
            {issue === undefined ? null : (
              <p role="alert" className="mt-1 text-sm font-medium text-danger">
                {issue}
              </p>
            )}
          </div>
        )
      })}
      <Button
        size="small"
        className="min-h-11 justify-self-start"
        disabled={days.length >= MAX_CLOSED_DAYS}
        onClick={() => onChange([...days, { from: '', to: '' }])}
      >
        Add closed days
      </Button>
    </fieldset>
  )
}
