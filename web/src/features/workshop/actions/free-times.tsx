import { useQuery } from '@tanstack/react-query'
import { api, successBody } from '../../../lib/api.ts'
import { failureWords } from '../../../lib/api-problem.ts'

const { 'free-times': freeTimes } = api.api['own-assistants'][':id']
const SHOWN_A_DAY = 8

/** The times that callers are offered under the saved settings. */
export function FreeTimes({ assistantId, savedAt }: { assistantId: string; savedAt: number }) {
  const { data, error } = useQuery({
    queryKey: ['free-times', assistantId, savedAt],
    queryFn: ({ signal }) => successBody(freeTimes.$post({ param: { id: assistantId } }, { init: { signal } })),
  })
  return (
    <div aria-busy={data === undefined && error === null}>
      <h3 className="text-lg">The next free times</h3>
      {error ? <p role="alert">{failureWords(error, 'The free times could not be shown.')}</p> : null}
      {data?.calendar.state === 'away' ? (
        <p role="alert" className="mt-1 font-medium text-danger">
          Your calendar could not be read: {data.calendar.problem} Callers are still offered these times.
        </p>
      ) : null}
      {data?.days.length === 0 ? (
        <p className="mt-1 text-ink-soft">There are no free times. Check the opening hours.</p>
      ) : null}
      <ul className="mt-2 grid gap-2">
        {data?.days.map(({ day, starts }) => (
          <li key={day}>
            <span className="font-semibold">{dayWords(day)}</span>{' '}
            <span className="tabular-nums">
              {starts
                .slice(0, SHOWN_A_DAY)
                .map((start) => start.slice(11, 16))
                .join(', ')}
              {starts.length > SHOWN_A_DAY ? ` and ${starts.length - SHOWN_A_DAY} more` : ''}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function dayWords(day: string): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', options)
}
