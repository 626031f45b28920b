import type { OwnAssistant } from '#contract/own-assistant.ts'
import { spendingLimitsSchema, type LimitsResponse, type SpendingLimits } from '#contract/spending-limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, reading, successBody } from '../../../lib/api.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { TimeZoneField } from '../hours/time-zone-field.tsx'
import { WeekHours } from '../hours/week-hours.tsx'
import { SavingNote } from '../saving/saving-note.tsx'
import { firstIssue, useSavedSettings } from '../saving/use-saved-settings.ts'
import { Loaded } from '../../../ui/loaded.tsx'

const { limits: kept } = api.api['own-assistants'][':id']

const readingLimits = (id: string) => reading(kept, { param: { id } })

const NUMBERS = [
  ['minutesPerDay', 'Minutes a day'],
  ['minutesPerMonth', 'Minutes a month'],
  ['callsAtOnce', 'Calls at once'],
  ['callsPerVisitor', 'Calls per visitor a day'],
] as const
type NumberName = (typeof NUMBERS)[number][0]

interface LimitsProps {
  assistant: Pick<OwnAssistant, 'id' | 'name' | 'timeZone'>
}

/** How much of its owner's plan the assistant may use, and when it answers. */
export function Limits({ assistant }: LimitsProps) {
  const query = useQuery({ ...readingLimits(assistant.id), refetchOnWindowFocus: false })
  return (
    <section aria-labelledby="limits-heading" className="mt-6 border-t border-line pt-6">
      <h2 id="limits-heading" className="text-2xl">
        Limits
      </h2>
      <p className="mt-2 max-w-[68ch] wrap-anywhere text-ink-soft">
        Visitors read that {assistant.name} is taking a break when a limit is reached. You get an email at 80% and at
        100% of the minutes. Leave a field empty for no limit.
      </p>
      <Loaded
        query={query}
        isFresh
        className="mt-5"
        otherwise="The limits could not be shown. They still apply; please try again."
      >
        {(known) => <LimitsForm assistant={assistant} known={known} />}
      </Loaded>
    </section>
  )
}

function LimitsForm({ assistant, known }: LimitsProps & { known: LimitsResponse }) {
  const { id, name } = assistant
  const { settings, change, issues, round, saving } = useSavedSettings({
    schema: spendingLimitsSchema,
    saved: known,
    settingsOf: (answer: LimitsResponse) => answer.limits,
    reads: readingLimits(id),
    save: (json) => successBody(kept.$put({ param: { id }, json })),
  })
  const { hours } = settings
  const { limits, usedToday, usedThisMonth } = known

  return (
    <div key={round} className="mt-6 grid max-w-3xl gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <div className="flex flex-wrap gap-x-8 gap-y-1">
          <UsedSoFar label="Used today" used={usedToday} limit={limits.minutesPerDay} />
          <UsedSoFar label="Used this month" used={usedThisMonth} limit={limits.minutesPerMonth} />
        </div>
        <SavingNote saving={saving} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {NUMBERS.map(([number, label]) => (
          <NumberField
            key={number}
            name={number}
            label={label}
            value={settings[number]}
            onWritten={(value) => (value === settings[number] ? undefined : change({ [number]: value }))}
          />
        ))}
      </div>
      <div className="grid gap-4">
        <Checkbox
          label="Answer only at certain hours"
          className="font-semibold"
          checked={hours !== null}
          onChange={(isChecked) => change({ hours: isChecked ? officeHours() : null })}
        />
        {hours === null ? null : (
          <WeekHours
            legend={`When ${name} answers`}
            hours={hours}
            onChange={(next) => change({ hours: next })}
            issueOf={(day) => firstIssue(issues, `hours.${day}`)}
          />
        )}
        <div className="max-w-sm">
          <TimeZoneField assistant={assistant} />
        </div>
      </div>
    </div>
  )
}

function UsedSoFar({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  return (
    <p className="tabular-nums">
      <span className="font-semibold">{label}</span>: {Math.round(used * 10) / 10}
      {limit === null ? '' : ` of ${limit}`} minutes
    </p>
  )
}

interface NumberFieldProps {
  name: NumberName
  label: string
  value: number | null
  /** Called when the field is left and with Enter: a limit of 4 on the way to 40 would end calls. */
  onWritten: (value: number | null) => void
}

/** The error appears and disappears during typing, so that nothing moves under a click that leaves the field. */
function NumberField({ name, label, value, onWritten }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>()
  const written = typed === undefined ? value : numberOf(typed)
  return (
    <Field
      label={label}
      inputMode="numeric"
      placeholder="No limit"
      error={spendingLimitsSchema.shape[name].safeParse(written).error?.issues[0]?.message}
      value={typed ?? (Number.isNaN(value) ? '' : String(value ?? ''))}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => onWritten(written)}
      onKeyDown={({ key }) => (key === 'Enter' ? onWritten(written) : undefined)}
    />
  )
}

/** Null for an empty text. For a text that is not a number, NaN, which the schema refuses. */
function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

function officeHours(): SpendingLimits['hours'] {
  return spendingLimitsSchema.parse({ hours: {} }).hours
}
