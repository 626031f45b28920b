import type { OwnAssistant } from '#contract/own-assistant.ts'
import { spendingLimitsSchema, type LimitsResponse, type SpendingLimits } from '#contract/spending-limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { api } from '../../../lib/api.ts'
import { failureWords } from '../../../lib/api-problem.ts'
import { notify } from '../../../lib/notify.ts'
import { successBody } from '../../../lib/success-body.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { hereTimeZone, TimeZoneField } from '../hours/time-zone-field.tsx'
import { WeekHours } from '../hours/week-hours.tsx'

const limitsApi = api.api['own-assistants'][':id'].limits

const NUMBERS = [
  ['minutesPerDay', 'Minutes a day'],
  ['minutesPerMonth', 'Minutes a month'],
  ['callsAtOnce', 'Calls at once'],
  ['callsPerVisitor', 'Calls of one visitor a day'],
] as const
type NumberName = (typeof NUMBERS)[number][0]

/** How much of its owner's plan the assistant may use, and when it answers. */
export function Limits({ assistant }: { assistant: Pick<OwnAssistant, 'id' | 'name'> }) {
  const queryClient = useQueryClient()
  const queryKey = ['limits', assistant.id]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => successBody(limitsApi.$get({ param: { id: assistant.id } }, { init: { signal } })),
    retry: false,
  })
  return (
    <section aria-labelledby="limits-heading" className="mt-6 border-t border-line pt-6">
      <h2 id="limits-heading" className="text-2xl">
        Limits
      </h2>
      <p className="mt-2 max-w-[68ch] text-ink-soft">
        Visitors read that {assistant.name} is resting when a limit is reached. You get an email at 80% and at 100% of
        the minutes. Leave a field empty for no limit.
      </p>
      {query.data ? (
        <LimitsForm
          assistant={assistant}
          known={query.data}
          onSaved={(saved) => queryClient.setQueryData(queryKey, saved)}
        />
      ) : query.isPending ? (
        <p role="status" className="mt-5 text-ink-soft">
          Loading...
        </p>
      ) : (
        <div role="alert" className="mt-5 grid justify-items-start gap-4">
          <p>{failureWords(query.error, 'The limits could not be shown. They are in force; please try again.')}</p>
          <Button onClick={() => void query.refetch()}>Try Again</Button>
        </div>
      )}
    </section>
  )
}

interface LimitsFormProps {
  assistant: Pick<OwnAssistant, 'id' | 'name'>
  known: LimitsResponse
  onSaved: (saved: LimitsResponse) => void
}

type Written = Record<NumberName, string>

function LimitsForm({ assistant: { id, name }, known, onSaved }: LimitsFormProps) {
  const { limits, usedToday, usedThisMonth } = known
  const [written, setWritten] = useState<Written>(() => writtenOf(limits))
  const [hours, setHours] = useState(limits.hours)
  const [timeZone, setTimeZone] = useState(limits.hours === null ? hereTimeZone() : limits.timeZone)
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const numbers = Object.fromEntries(NUMBERS.map(([number]) => [number, numberOf(written[number])]))
    const read = spendingLimitsSchema.safeParse({ ...numbers, hours, timeZone })
    const issues = read.success ? [] : read.error.issues
    setProblems(Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])))
    if (!read.success) {
      notify({
        kind: 'error',
        title: 'The limits are not saved',
        description: 'Something is missing above the button.',
      })
      return
    }
    setBusy(true)
    try {
      onSaved(await successBody(limitsApi.$put({ param: { id }, json: read.data })))
      notify({ kind: 'success', title: 'The limits are saved', description: 'They apply at once.' })
    } catch (error) {
      const description = failureWords(
        error,
        'The earlier limits stay in force, and what you wrote is still here. Please try again.',
      )
      notify({ kind: 'error', title: 'The limits are not saved', description })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="mt-6 grid max-w-3xl gap-6" noValidate onSubmit={(event) => void save(event)}>
      <div className="grid gap-4 sm:grid-cols-2">
        <UsedSoFar label="Used today" used={usedToday} limit={limits.minutesPerDay} />
        <UsedSoFar label="Used this month" used={usedThisMonth} limit={limits.minutesPerMonth} />
        {NUMBERS.map(([number, label]) => (
          <Field
            key={number}
            label={label}
            inputMode="numeric"
            placeholder="No limit"
            error={problems[number]}
            value={written[number]}
            onChange={({ target }) => setWritten((before) => ({ ...before, [number]: target.value }))}
          />
        ))}
      </div>
      <div className="grid gap-4">
        <label className="flex min-h-11 items-center gap-3 font-semibold">
          <input
            type="checkbox"
            className="size-5 accent-accent"
            checked={hours !== null}
            onChange={({ target }) => setHours(target.checked ? officeHours() : null)}
          />
          Answer only in certain hours
        </label>
        {hours === null ? null : (
          <WeekHours
            legend={`When ${name} answers`}
            hours={hours}
            onChange={setHours}
            issueOf={(day) => Object.entries(problems).find(([path]) => path.startsWith(`hours.${day}`))?.[1]}
          />
        )}
        <div className="max-w-sm">
          <TimeZoneField
            value={timeZone}
            hint="Days begin and hours count in it."
            error={problems['timeZone']}
            onChange={setTimeZone}
          />
        </div>
      </div>
      <Button type="submit" kind="ink" className="justify-self-start" aria-disabled={isBusy}>
        Save the limits
      </Button>
    </form>
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

function writtenOf(limits: SpendingLimits): Written {
  const text = (name: NumberName) => limits[name]?.toString() ?? ''
  return {
    minutesPerDay: text('minutesPerDay'),
    minutesPerMonth: text('minutesPerMonth'),
    callsAtOnce: text('callsAtOnce'),
    callsPerVisitor: text('callsPerVisitor'),
  }
}

/** Null for an empty text. For a text that is not a number, NaN, which the schema refuses. */
function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

function officeHours(): SpendingLimits['hours'] {
  return spendingLimitsSchema.parse({ hours: {} }).hours
}
