import { useQuery } from '@tanstack/react-query'
import { api, reading } from '../../../lib/api.ts'
import { formatDuration } from '../../../lib/formatting.ts'
import { Button } from '../../../ui/button.tsx'
import { attempt } from '../../../lib/notify-failure.ts'

const { conversations } = api.api['own-assistants'][':id']
/** The interval of polling while the page is visible. */
const REFRESH_MS = 5_000

/** The calls that are live now; renders nothing when there are none. */
export function LiveCalls({ assistant: { id } }: { assistant: { id: string } }) {
  const { data, refetch } = useQuery({
    ...reading(conversations.live, { param: { id } }),
    refetchInterval: REFRESH_MS,
  })
  const calls = data?.calls ?? []
  if (calls.length === 0) return null

  const end = async (conversationId: string) => {
    await attempt('The call was not ended', () =>
      conversations[':conversationId'].end.$post({ param: { id, conversationId } }),
    )
    await refetch()
  }
  return (
    <section aria-labelledby="live-heading" className="rounded-card bg-sunk px-4 py-3">
      <h2 id="live-heading" className="text-lg">
        Talking now
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {calls.map(({ id: callId, durationMs }, index) => (
          <li key={callId} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span>
              Visitor {index + 1}, <span className="tabular-nums">{formatDuration(durationMs)}</span>
            </span>
            <Button size="small" aria-label={`End the call of visitor ${index + 1}`} onClick={() => void end(callId)}>
              End
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
