import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureWords } from '../../../lib/api-problem.ts'
import { formatMoment } from '../../../lib/formatting.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { cancelAppointment, listAppointments } from './conversations-client.ts'

/** Of more appointments, only the next ones are shown at first, so that the messages below are within reach. */
const FIRST = 5

type Appointments = Awaited<ReturnType<typeof listAppointments>>

/** Upcoming appointments, which the owner can cancel. */
export function AppointmentList({ assistantId }: { assistantId: string }) {
  const queryClient = useQueryClient()
  const queryKey = ['appointments', assistantId]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => listAppointments(assistantId, signal),
  })
  const cancelling = useMutation({
    mutationFn: (id: string) => cancelAppointment(assistantId, id),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
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
        {(known) => <Upcoming known={known} isBusy={cancelling.isPending} onCancel={(id) => cancelling.mutate(id)} />}
      </Loaded>
    </section>
  )
}

interface UpcomingProps {
  known: Appointments
  isBusy: boolean
  onCancel: (id: string) => void
}

function Upcoming({ known: { appointments, timeZone }, isBusy, onCancel }: UpcomingProps) {
  const [isWhole, setWhole] = useState(false)
  const when = (at: string) => formatMoment(at, timeZone)
  if (appointments.length === 0) return <p className="text-ink-soft">No upcoming appointments.</p>
  return (
    <>
      <ul className="grid gap-2">
        {appointments.slice(0, isWhole ? undefined : FIRST).map(({ id, startsAt, fields }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 rounded-card bg-sunk px-4 py-3">
            <div className="min-w-0 grow basis-44 wrap-anywhere">
              <p className="font-semibold tabular-nums">{when(startsAt)}</p>
              <p className="text-ink-soft">{fields.map(({ value }) => value).join(' · ')}</p>
            </div>
            <Button
              size="small"
              aria-disabled={isBusy}
              aria-label={`Cancel the appointment of ${when(startsAt)}`}
              onClick={() => (isBusy ? undefined : onCancel(id))}
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
