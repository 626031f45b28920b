import { MAX_SPANS_A_DAY, WEEKDAYS } from '#contract/action-limits.ts'
import type { OpeningHours } from '#contract/actions.ts'
import { capitalised } from '#contract/written-text.ts'
import X from 'lucide-react/icons/x'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

type Weekday = (typeof WEEKDAYS)[number]
type Span = OpeningHours[Weekday][number]

const OFFICE_HOURS: Span = { from: '09:00', to: '17:00' }
const [MONDAY, ...LATER_WEEKDAYS] = WEEKDAYS.slice(0, 5) as [Weekday, ...Weekday[]]

interface WeekHoursProps {
  legend: string
  hours: OpeningHours
  onChange: (hours: OpeningHours) => void
  issueOf: (day: Weekday) => string | undefined
}

/** The opening hours of a week. A day with a break has several spans. */
export function WeekHours({ legend, hours, onChange, issueOf }: WeekHoursProps) {
  const monday = hours[MONDAY]
  const isSpread = LATER_WEEKDAYS.every((day) => JSON.stringify(hours[day]) === JSON.stringify(monday))
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <legend className="text-[0.9375rem] font-semibold wrap-anywhere">{legend}</legend>
      {WEEKDAYS.map((day) => (
        <DayHours
          key={day}
          day={capitalised(day)}
          spans={hours[day]}
          issue={issueOf(day)}
          onChange={(spans) => onChange({ ...hours, [day]: spans })}
        />
      ))}
      {isSpread ? null : (
        <Button
          size="small"
          className="mt-1 justify-self-start"
          onClick={() => onChange({ ...hours, ...Object.fromEntries(LATER_WEEKDAYS.map((day) => [day, monday])) })}
        >
          Tuesday to Friday like Monday
        </Button>
      )}
    </fieldset>
  )
}

interface DayHoursProps {
  day: string
  spans: readonly Span[]
  issue: string | undefined
  onChange: (spans: Span[]) => void
}

function DayHours({ day, spans, issue, onChange }: DayHoursProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 py-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <Checkbox
        label={day}
        checked={spans.length > 0}
        onChange={(isChecked) => onChange(isChecked ? [OFFICE_HOURS] : [])}
      />
      {spans.length === 0 ? (
        <span className="min-h-11 content-center text-ink-soft max-sm:hidden">Closed</span>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {spans.map((span, at) => {
            const which = spans.length === 1 ? day : `${day}, ${at + 1}`
            const change = (part: Partial<Span>) => onChange(spans.with(at, { ...span, ...part }))
            return (
              <div key={at} className="flex flex-wrap items-center gap-1 sm:gap-2">
                <Time label={`${which}, from`} value={span.from} onChange={(from) => change({ from })} />
                <span aria-hidden>–</span>
                <Time
                  label={`${which}, to`}
                  // The end of a day is stored as 24:00, which a time input cannot show.
                  value={span.to === '24:00' ? '00:00' : span.to}
                  onChange={(to) => change({ to: to === '00:00' ? '24:00' : to })}
                />
                {spans.length === 1 ? null : (
                  <IconButton
                    aria-label={`Remove ${which}`}
                    title="Remove"
                    className="hover:bg-sunk"
                    onClick={() => onChange(spans.toSpliced(at, 1))}
                  >
                    <X aria-hidden className="size-4.5" />
                  </IconButton>
                )}
                {at === spans.length - 1 && spans.length < MAX_SPANS_A_DAY ? (
                  <IconButton
                    aria-label={`Add a break on ${day}`}
                    title="Add a break"
                    className="hover:bg-sunk"
                    onClick={() => onChange(withBreak(spans))}
                  >
                    <span aria-hidden className="text-2xl leading-none">
                      +
                    </span>
                  </IconButton>
                ) : null}
              </div>
            )
          })}
          {issue === undefined ? null : (
            <p role="alert" className="text-sm font-medium text-danger">
              {issue}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

function Time({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <input
      type="time"
      aria-label={label}
      required
      // Never narrower than its text; on phones the picker opens by a press on the text, so the icon is left out.
      className="min-h-11 min-w-max rounded-control border border-line-strong bg-raised px-1.5 tabular-nums max-sm:grow sm:w-36 sm:px-3 max-sm:[&::-webkit-calendar-picker-indicator]:hidden"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

const inFives = (minutes: number) => Math.floor(minutes / 5) * 5
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/**
 * Splits the last span by a break of an hour, or of a third of a short span: at noon or, if noon is outside the span, in
 * its middle. A span of less than a quarter of an hour stays whole, since a break must never lengthen the opening hours.
 */
function withBreak(spans: readonly Span[]): Span[] {
  const last = spans.at(-1) ?? OFFICE_HOURS
  const [from, to] = [minutesOf(last.from), minutesOf(last.to)]
  const minutes = Math.min(60, inFives((to - from) / 3))
  if (minutes <= 0) return [...spans]
  const noon = 12 * 60
  const start = from < noon && to > noon + minutes ? noon : inFives((from + to - minutes) / 2)
  return [...spans.slice(0, -1), { from: last.from, to: timeOf(start) }, { from: timeOf(start + minutes), to: last.to }]
}
