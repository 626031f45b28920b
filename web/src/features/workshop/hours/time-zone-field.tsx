import { SelectField } from '../../../ui/select-field.tsx'

interface TimeZoneFieldProps {
  value: string
  hint?: string
  error?: string | undefined
  onChange: (timeZone: string) => void
}

/** A select with all time zones that the browser knows. */
export function TimeZoneField({ value, hint, error, onChange }: TimeZoneFieldProps) {
  const zones = [...new Set([value, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return (
    <SelectField
      label="Time zone"
      value={value}
      hint={hint}
      error={error}
      options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** The time zone of the person's device. */
export function hereTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
