import type { ActionSettings, AppointmentSettings } from '#contract/actions.ts'
import { Field } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { FieldsEditor, listOf } from './fields-editor.tsx'
import { OpeningHours } from './opening-hours.tsx'

interface AppointmentFieldsProps {
  settings: ActionSettings
  issues: Readonly<Record<string, string>>
  onChange: (change: Partial<ActionSettings>) => void
}

const NUMBERS = [
  ['lengthMinutes', 'Length in minutes'],
  ['noticeMinutes', 'Notice in minutes'],
  ['bufferBeforeMinutes', 'Minutes free before'],
  ['bufferAfterMinutes', 'Minutes free after'],
  ['daysAhead', 'Days ahead that can be booked'],
] as const

/** When appointments can be booked, and what for. */
export function AppointmentFields({ settings, issues, onChange }: AppointmentFieldsProps) {
  const { appointments, timeZone } = settings
  const change = (part: Partial<AppointmentSettings>) => onChange({ appointments: { ...appointments, ...part } })
  const issueOf = (path: string) => issues[`appointments.${path}`]
  const zones = [...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
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
        <SelectField
          label="Time zone"
          value={timeZone}
          options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          onChange={({ target }) => onChange({ timeZone: target.value })}
        />
        {NUMBERS.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            type="number"
            min={0}
            defaultValue={appointments[name]}
            error={issueOf(name)}
            onChange={({ target }) => change({ [name]: target.valueAsNumber })}
          />
        ))}
      </div>
      <OpeningHours hours={appointments.hours} issues={issues} onChange={(hours) => change({ hours })} />
      <Field
        label="Closed days"
        optional
        hint="Such as 2026-12-24 to 2026-12-26, 2027-01-01."
        defaultValue={appointments.closedDays
          .map(({ from, to }) => (from === to ? from : `${from} to ${to}`))
          .join(', ')}
        error={Object.entries(issues).find(([path]) => path.startsWith('appointments.closedDays'))?.[1]}
        onChange={({ target }) => change({ closedDays: listOf(target.value).map(closedOf) })}
      />
      <Field
        label="Address of your calendar"
        optional
        hint="An iCalendar (.ics) address. Its events are kept free of appointments."
        value={appointments.busyUrl}
        error={issueOf('busyUrl')}
        onChange={({ target }) => change({ busyUrl: target.value })}
      />
      <FieldsEditor
        fields={appointments.fields}
        issueOf={(path) => issueOf(`fields.${path}`)}
        onChange={(fields) => change({ fields })}
      />
    </>
  )
}

function closedOf(text: string) {
  const [from = '', to = from] = text.split(/\s+to\s+/)
  return { from, to }
}
