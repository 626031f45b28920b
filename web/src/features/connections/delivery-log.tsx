import type { WebhookDelivery } from '#contract/webhooks.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, reading } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { ToneBadge } from '../../ui/tone-badge.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { attempt } from '../../lib/notify-failure.ts'

const { deliveries: listed } = api.api.webhooks[':id']
const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })
/** The interval of polling while the page is visible. */
const REFRESH_MS = 3_000

const STATUS = {
  pending: { tone: 'grey', words: 'In progress' },
  delivered: { tone: 'green', words: 'Delivered' },
  failed: { tone: 'red', words: 'Failed' },
} as const

/** What was sent to a webhook in the last 30 days, newest first. */
export function DeliveryLog({ webhookId, canReplay }: { webhookId: string; canReplay: boolean }) {
  /** The cursors of the pages visited so far, up to the one shown. */
  const [pages, setPages] = useState<string[]>([])
  const reads = reading(listed, { param: { id: webhookId }, query: { before: pages.at(-1) } })
  const query = useQuery({ ...reads, refetchInterval: REFRESH_MS })

  const replay = ({ id }: WebhookDelivery) =>
    attempt('It was not sent again', async () => {
      await listed[':deliveryId'].replay.$post({ param: { id: webhookId, deliveryId: id } })
      notify({ kind: 'success', title: 'Sending it again' })
      await query.refetch()
    })

  return (
    <Loaded query={query} className="mt-6" otherwise="The log could not be shown. Nothing is lost; please try again.">
      {({ deliveries, nextBefore }) => (
        <div className="grid gap-3">
          {deliveries.length === 0 ? <p className="text-ink-soft">Nothing was sent in the last 30 days.</p> : null}
          <ol className="grid gap-2">
            {deliveries.map((delivery) => (
              <li key={delivery.id} className="rounded-card bg-sunk px-4 py-3">
                <Entry delivery={delivery} />
                {canReplay ? (
                  <Button
                    size="small"
                    className="mt-2"
                    aria-label={`Send again: ${delivery.type} of ${MOMENT.format(new Date(delivery.createdAt))}`}
                    onClick={() => void replay(delivery)}
                  >
                    Send again
                  </Button>
                ) : null}
              </li>
            ))}
          </ol>
          <div className="flex gap-2.5">
            {pages.length > 0 ? <Button onClick={() => setPages(pages.slice(0, -1))}>Newer</Button> : null}
            {nextBefore === null ? null : <Button onClick={() => setPages([...pages, nextBefore])}>Older</Button>}
          </div>
        </div>
      )}
    </Loaded>
  )
}

function Entry({ delivery }: { delivery: WebhookDelivery }) {
  const { type, status, attempts, answerStatus, answer, durationMs, createdAt, nextAttemptAt } = delivery
  const { tone, words } = STATUS[status]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-semibold">{type}</span>
        <ToneBadge tone={tone}>{words}</ToneBadge>
        <time dateTime={createdAt} className="text-[0.9375rem] text-ink-soft">
          {MOMENT.format(new Date(createdAt))}
        </time>
      </p>
      <p className="mt-1 text-[0.9375rem] text-ink-soft tabular-nums">
        {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
        {answerStatus === null
          ? attempts === 0
            ? ''
            : ', without an answer'
          : `${attempts === 1 ? ', answered' : ', the last answered'} with ${answerStatus}${durationMs === null ? '' : ` in ${durationMs} ms`}`}
        {status === 'pending' && attempts > 0 && nextAttemptAt !== null
          ? `. The next is at ${MOMENT.format(new Date(nextAttemptAt))}.`
          : ''}
      </p>
      {answer ? (
        <details>
          <summary className="min-h-11 cursor-pointer content-center text-[0.9375rem] font-semibold">
            {answerStatus === null ? 'What went wrong' : 'The answer'}
          </summary>
          <p className="text-sm whitespace-pre-wrap wrap-anywhere">{answer}</p>
        </details>
      ) : null}
    </>
  )
}
