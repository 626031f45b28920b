import { WEEKDAYS } from '#contract/action-limits.ts'
import type { AppointmentSettings } from '#contract/actions.ts'
import { Field } from '../../../ui/field.tsx'
import { listOf } from './fields-editor.tsx'

type Hours = AppointmentSettings['hours']

interface OpeningHoursProps {
  hours: Hours
  onChange: (hours: Hours) => void
  issues: Readonly<Record<string, string>>
}

/** One line a day: "09:00-12:00, 13:00-17:30"; an empty one is closed. */
export function OpeningHours({ hours, onChange, issues }: OpeningHoursProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-[0.9375rem] font-semibold">Opening hours</legend>
      <p className="mb-3 text-sm text-ink-soft">Such as 09:00-12:00, 13:00-17:30. An empty day is closed.</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {WEEKDAYS.map((day) => (
          <Field
            key={day}
            label={`${day.charAt(0).toUpperCase()}${day.slice(1)}`}
            placeholder="Closed"
            defaultValue={hours[day].map(({ from, to }) => `${from}-${to}`).join(', ')}
            error={Object.entries(issues).find(([path]) => path.startsWith(`appointments.hours.${day}`))?.[1]}
            onChange={({ target }) => onChange({ ...hours, [day]: spansOf(target.value) })}
          />
        ))}
      </div>
    </fieldset>
  )
}

function spansOf(text: string): Hours['monday'] {
  return listOf(text).map((part) => {
    const [from = '', to = ''] = part.split(/\s*[-–]\s*/)
    return { from: withZero(from), to: withZero(to) }
  })
}

const withZero = (time: string): string => (/^\d:\d\d$/.test(time) ? `0${time}` : time)
