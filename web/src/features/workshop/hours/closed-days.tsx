import { MAX_CLOSED_DAYS } from '#contract/action-limits.ts'
import type { AppointmentSettings } from '#contract/actions.ts'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CONTROL_CLASS } from '../../../ui/field-frame.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { takeFocus } from '../../../ui/keep-focus.ts'

type ClosedDays = AppointmentSettings['closedDays']

interface ClosedDaysProps {
  days: ClosedDays
  onChange: (days: ClosedDays) => void
  issueOf: (at: number) => string | undefined
}

/** Holidays, each with its first and last day, both included. */
export function ClosedDays({ days, onChange, issueOf }: ClosedDaysProps) {
  const [added, setAdded] = useState(-1)
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">Closed days</legend>
      {days.map((day, at) => {
        const { from, to } = day
        const issue = issueOf(at)
        const change = (part: Partial<typeof day>) => onChange(days.with(at, { ...day, ...part }))
        return (
          <div key={at}>
            <div className="flex items-center gap-1 sm:gap-2">
              <input
                type="date"
                aria-label={`Closed from, ${at + 1}`}
                ref={at === added ? takeFocus : undefined}
                className={`${CONTROL_CLASS} min-h-11 min-w-0 max-w-44 px-1.5! sm:px-3!`}
                value={from}
                onChange={({ target }) =>
                  change({ from: target.value, ...(to < target.value && { to: target.value }) })
                }
              />
              <span aria-hidden>–</span>
              <input
                type="date"
                aria-label={`Closed to, ${at + 1}`}
                className={`${CONTROL_CLASS} min-h-11 min-w-0 max-w-44 px-1.5! sm:px-3!`}
                min={from}
                value={to}
                onChange={({ target }) => change({ to: target.value })}
              />
              <IconButton
                aria-label={`Remove closed days ${at + 1}`}
                title="Remove"
                className="hover:bg-sunk"
                onClick={() => onChange(days.toSpliced(at, 1))}
              >
                <X aria-hidden className="size-4.5" />
              </IconButton>
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
        className="justify-self-start"
        aria-disabled={days.length >= MAX_CLOSED_DAYS}
        onClick={() => {
          setAdded(days.length)
          onChange([...days, { from: '', to: '' }])
        }}
      >
        Add closed days
      </Button>
    </fieldset>
  )
}
