import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, reading } from '../../../lib/api.ts'
import { failureWords } from '../../../lib/api-problem.ts'
import { formatMoment } from '../../../lib/formatting.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'

/** At most this many appointments are shown at first, so that the messages below stay within reach. */
const FIRST = 5

const { appointments: listed } = api.api['own-assistants'][':id']

/** Upcoming appointments, which the owner can cancel. */
export function AppointmentList({ assistantId }: { assistantId: string }) {
  const queryClient = useQueryClient()
  const [isWhole, setWhole] = useState(false)
  const reads = reading(listed, { param: { id: assistantId }, query: {} })
  const query = useQuery(reads)
  const cancelling = useMutation({
    mutationFn: (id: string) =>
      listed[':appointmentId'].cancel.$post({ param: { id: assistantId, appointmentId: id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: reads.queryKey }),
  })
  return (
    <section aria-labelledby="appointments-heading" className="grid gap-3">
      <h3 id="appointments-heading" className="text-xl">
        Upcoming appointments
      </h3>
      {cancelling.error === null ? null : (
        <p role="alert">{failureWords(cancelling.error, 'It was not canceled. Please try again.')}</p>
      )}
      <Loaded query={query} otherwise="The appointments could not be shown. They are kept; please try again.">
        {({ appointments, timeZone }) =>
          appointments.length === 0 ? (
            <p className="text-ink-soft">No upcoming appointments.</p>
          ) : (
            <>
              <ul className="grid gap-2">
                {appointments.slice(0, isWhole ? undefined : FIRST).map(({ id, startsAt, fields }) => (
                  <li key={id} className="flex flex-wrap items-center gap-3 rounded-card bg-sunk px-4 py-3">
                    <div className="min-w-0 grow basis-44 wrap-anywhere">
                      <p className="font-semibold tabular-nums">{formatMoment(startsAt, timeZone)}</p>
                      <p className="text-ink-soft">{fields.map(({ value }) => value).join(' · ')}</p>
                    </div>
                    <Button
                      size="small"
                      aria-disabled={cancelling.isPending}
                      aria-label={`Cancel the appointment of ${formatMoment(startsAt, timeZone)}`}
                      onClick={() => (cancelling.isPending ? undefined : cancelling.mutate(id))}
                    >
                      Cancel
                    </Button>
                  </li>
                ))}
              </ul>
              {isWhole || appointments.length <= FIRST ? null : (
                <Button className="justify-self-start" onClick={() => setWhole(true)}>
                  Show all {appointments.length}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </section>
  )
}
