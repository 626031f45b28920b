import { api, reading } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/formatting.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { ShowMore, usePages } from '../../../ui/queries.tsx'
import { AppointmentList } from './appointment-list.tsx'
import { LEAD_WORDS } from './conversation-words.ts'
import { FilledFields } from './filled-fields.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { attempt } from '../../../lib/notify-failure.ts'

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
