import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { failureWords } from '../../../lib/api-problem.ts'
import { formatMoment } from '../../../lib/formatting.ts'
import { Button } from '../../../ui/button.tsx'
import { cancelAppointment, listAppointments } from './conversations-client.ts'

/** Upcoming appointments, which the owner can cancel. */
export function AppointmentList({ assistantId }: { assistantId: string }) {
  const queryClient = useQueryClient()
  const queryKey = ['appointments', assistantId]
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => listAppointments(assistantId, signal),
  })
  const cancelling = useMutation({
    mutationFn: (id: string) => cancelAppointment(assistantId, id),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const problem = error ?? cancelling.error
  const when = (at: string) => formatMoment(at, data?.timeZone ?? 'UTC')
  return (
    <section aria-labelledby="appointments-heading" className="grid gap-3">
      <h3 id="appointments-heading" className="text-xl">
        Upcoming appointments
      </h3>
      {problem ? <p role="alert">{failureWords(problem, 'That did not work. Please try again.')}</p> : null}
      {data?.appointments.length === 0 ? <p className="text-ink-soft">No upcoming appointments.</p> : null}
      <ul className="grid gap-2 empty:hidden">
        {data?.appointments.map(({ id, startsAt, fields }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-sunk px-4 py-3">
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold tabular-nums">{when(startsAt)}</p>
              <p className="text-ink-soft">{fields.map(({ value }) => value).join(' · ')}</p>
            </div>
            <Button
              size="small"
              disabled={cancelling.isPending}
              aria-label={`Cancel the appointment of ${when(startsAt)}`}
              onClick={() => cancelling.mutate(id)}
            >
              Cancel
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
