import type { ActionSettings, AppointmentSettings } from '#contract/actions.ts'
import type { OwnAssistant } from '#contract/own-assistant.ts'
import { Field } from '../../../ui/field.tsx'
import { ClosedDays } from '../hours/closed-days.tsx'
import { TimeZoneField } from '../hours/time-zone-field.tsx'
import { WeekHours } from '../hours/week-hours.tsx'
import { firstIssue, type Issues } from '../saving/use-saved-settings.ts'
import { FieldsEditor } from './fields-editor.tsx'

interface AppointmentFieldsProps {
  assistant: Pick<OwnAssistant, 'id' | 'timeZone'>
  settings: ActionSettings
  issues: Issues
  onChange: (change: Partial<ActionSettings>) => void
}

const NUMBERS = [
  ['lengthMinutes', 'Length in minutes', undefined],
  ['noticeMinutes', 'Earliest, in minutes from now', 'With 120, the next two hours cannot be booked.'],
  ['daysAhead', 'Latest, in days from now', undefined],
  ['bufferBeforeMinutes', 'Pause before each, in minutes', undefined],
  ['bufferAfterMinutes', 'Pause after each, in minutes', undefined],
] as const

export function AppointmentFields({ assistant, settings, issues, onChange }: AppointmentFieldsProps) {
  const { appointments } = settings
  const change = (part: Partial<AppointmentSettings>) => onChange({ appointments: { ...appointments, ...part } })
  const issueOf = (path: string) => issues[`appointments.${path}`]
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="What is booked"
          value={appointments.title}
          error={issueOf('title')}
          onChange={({ target }) => change({ title: target.value })}
        />
        <Field
          label="Where"
          optional
          value={appointments.place}
          error={issueOf('place')}
          onChange={({ target }) => change({ place: target.value })}
        />
        <TimeZoneField assistant={assistant} />
        {NUMBERS.map(([name, label, hint]) => (
          <Field
            key={name}
            label={label}
            type="number"
            min={0}
            hint={hint}
            defaultValue={appointments[name]}
            error={issueOf(name)}
            onChange={({ target }) => change({ [name]: target.valueAsNumber })}
          />
        ))}
      </div>
      <WeekHours
        legend="Opening hours"
        hours={appointments.hours}
        onChange={(hours) => change({ hours })}
        issueOf={(day) => firstIssue(issues, `appointments.hours.${day}`)}
      />
      <ClosedDays
        days={appointments.closedDays}
        onChange={(closedDays) => change({ closedDays })}
        issueOf={(at) => firstIssue(issues, `appointments.closedDays.${at}.`)}
      />
      <Field
        label="Address of your calendar"
        optional
        hint="An iCalendar (.ics) address. The times of its events are not offered to callers."
        value={appointments.busyUrl}
        error={issueOf('busyUrl')}
        onChange={({ target }) => change({ busyUrl: target.value })}
      />
      <FieldsEditor
        fields={appointments.fields}
        issueOf={(path) => issueOf(path === '' ? 'fields' : `fields.${path}`)}
        onChange={(fields) => change({ fields })}
      />
    </>
  )
}
