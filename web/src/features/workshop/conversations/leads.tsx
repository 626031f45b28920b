import { api, reading } from '../../../lib/api.ts'
import { formatMoment, formatMomentThere } from '../../../lib/formatting.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ShowMore, usePages } from '../../../ui/queries.tsx'
import { LEAD_WORDS } from './conversation-words.ts'
import { FilledFields } from './filled-fields.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { attempt } from '../../../lib/notify-failure.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureWords } from '../../../lib/api-problem.ts'

const own = api.api['own-assistants'][':id']

interface LeadsProps {
  assistant: { id: string }
  /** Whether the transcripts are kept as well. */
  isKept: boolean
  onOpen: (conversationId: string) => void
}

/**
 * Upcoming appointments, and the messages that visitors left, newest first. They are kept even if conversations are
 * not.
 */
export function Leads({ assistant: { id }, isKept, onOpen }: LeadsProps) {
  const query = usePages((before) => reading(own.leads, { param: { id }, query: { before } }))
  const leads = query.data?.pages.flatMap((page) => page.leads) ?? []
  const download = () =>
    attempt('No file was saved', async () => saveFile(await own['leads.csv'].$get({ param: { id } }), 'leads.csv'))
  return (
    <div className="grid max-w-3xl gap-8">
      <AppointmentList assistantId={id} />
      <section aria-labelledby="leads-heading" className="grid gap-3">
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
          <h3 id="leads-heading" className="text-xl">
            Messages and requests
          </h3>
          {leads.length === 0 ? null : (
            <Button size="small" onClick={() => void download()}>
              Save as CSV
            </Button>
          )}
        </div>
        <Loaded query={query} otherwise="The messages could not be shown. They are kept; please try again.">
          {() =>
            leads.length === 0 ? (
              <p className="rounded-card bg-sunk px-4 py-4">
                No messages yet. Under Actions, choose what visitors can leave.
              </p>
            ) : (
              <ul className="grid gap-3">
                {leads.map(({ id: leadId, kind, createdAt, fields, conversationId }) => (
                  <li key={leadId} className="rounded-card border border-line bg-raised px-4 py-3">
                    <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                      <span className="font-semibold">{LEAD_WORDS[kind]}</span>
                      <time dateTime={createdAt} className="text-[0.9375rem] text-ink-soft">
                        {formatMoment(createdAt)}
                      </time>
                    </p>
                    <FilledFields fields={fields} />
                    {isKept && conversationId !== null ? (
                      <Button kind="quiet" size="small" className="mt-1 -ml-4" onClick={() => onOpen(conversationId)}>
                        Read the conversation
                      </Button>
                    ) : null}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        <ShowMore query={query} />
      </section>
    </div>
  )
}

/** At most this many appointments are shown at first, so that the messages below stay within reach. */
const FIRST = 5

function AppointmentList({ assistantId }: { assistantId: string }) {
  const queryClient = useQueryClient()
  const [isWhole, setWhole] = useState(false)
  const [asked, setAsked] = useState<{ id: string; moment: string } | null>(null)
  const reads = reading(own.appointments, { param: { id: assistantId }, query: {} })
  const query = useQuery(reads)
  const cancelling = useMutation({
    mutationFn: (id: string) =>
      own.appointments[':appointmentId'].cancel.$post({ param: { id: assistantId, appointmentId: id } }),
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
                {appointments.slice(0, isWhole ? undefined : FIRST).map(({ id, startsAt, fields }) => {
                  const moment = formatMomentThere(startsAt, timeZone)
                  return (
                    <li key={id} className="flex flex-wrap items-center gap-3 rounded-card bg-sunk px-4 py-3">
                      <div className="min-w-0 grow basis-44 wrap-anywhere">
                        <p className="font-semibold tabular-nums">{moment}</p>
                        <p className="text-ink-soft">{fields.map(({ value }) => value).join(' · ')}</p>
                      </div>
                      <Button
                        size="small"
                        aria-disabled={cancelling.isPending}
                        aria-label={`Cancel the appointment of ${moment}`}
                        onClick={() => setAsked({ id, moment })}
                      >
                        Cancel
                      </Button>
                    </li>
                  )
                })}
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
      {asked === null ? null : (
        <Dialog
          onClose={() => setAsked(null)}
          width="narrow"
          title="Cancel this appointment?"
          description={`${asked.moment}. This cannot be undone. The caller gets an email about it if an address was left.`}
        >
          <div className="flex flex-wrap justify-end gap-2.5">
            <Button onClick={() => setAsked(null)}>Keep it</Button>
            <Button
              kind="primary"
              onClick={() => {
                setAsked(null)
                cancelling.mutate(asked.id)
              }}
            >
              Cancel the appointment
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  )
}
