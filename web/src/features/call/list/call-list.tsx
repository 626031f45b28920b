import { CATALOGUE } from '#contract/catalogue.ts'
import { Button } from '../../../ui/button.tsx'
import { api, reading } from '../../../lib/api.ts'
import type { CallRecord } from '#contract/calls.ts'
import type { CallEndReason } from '#contract/realtime.ts'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { formatDuration, formatMoment } from '../../../lib/formatting.ts'
import { PortraitPicture } from '../../../ui/portrait-picture.tsx'
import { keepFocus } from '../../../ui/keep-focus.ts'
import { ShowMore, usePages } from '../../../ui/queries.tsx'
import { Loaded } from '../../../ui/loaded.tsx'

const ENDING: Record<CallEndReason, string> = {
  'person-ended': 'You ended it',
  'limit-reached': 'Time was up',
  idle: 'Ended after a silence',
  silent: 'Ended after a silence',
  'host-ended': 'The other side ended it',
  'access-ended': 'You were signed out',
  'connection-lost': 'The connection was lost',
  'server-stopping': 'Ended by a server restart',
  'server-lost': 'Ended by a problem on our side',
  failed: 'Ended by a problem on our side',
}

const IMAGES = new Map(CATALOGUE.map(({ id, image }) => [id, image]))

/** The person's own calls, newest first, page by page. Must be rendered inside of `ScreenQueries`. */
export function CallList({ onOpenCatalogue }: { onOpenCatalogue: () => void }) {
  // Transcripts are dropped from memory when the list is closed.
  const query = usePages((before) => reading(api.api.calls, { query: { before } }), { gcTime: 0 })
  const calls = query.data?.pages.flatMap((page) => page.calls) ?? []

  return (
    <Loaded
      query={query}
      loading="Loading your calls..."
      otherwise="Your calls could not be shown. They are kept; please try again."
    >
      {() =>
        calls.length === 0 ? (
          <div className="grid justify-items-start gap-4">
            <p>No calls yet. Talk with an assistant, and what was said will appear here.</p>
            <Button kind="primary" onClick={onOpenCatalogue}>
              Meet the AI Assistants
            </Button>
          </div>
        ) : (
          <div ref={keepFocus}>
            <ul className="grid gap-3">
              {calls.map((call) => (
                <li key={call.id}>
                  <CallEntry call={call} image={IMAGES.get(call.assistantId)} />
                </li>
              ))}
            </ul>
            <ShowMore query={query} label="Show older calls" className="mt-5" />
          </div>
        )
      }
    </Loaded>
  )
}

/** A collapsed call; expanded, it shows the transcript. */
function CallEntry({ call, image }: { call: CallRecord; image: string | undefined }) {
  const facts = [
    formatMoment(call.startedAt ?? call.createdAt),
    formatDuration(call.durationMs),
    call.endReason === null ? 'In progress' : ENDING[call.endReason],
  ]
  return (
    <details className="group rounded-[18px] border border-line bg-raised">
      <summary className="flex list-none items-center gap-4 rounded-[18px] p-3 pr-5 [&::-webkit-details-marker]:hidden">
        {image === undefined ? null : (
          <PortraitPicture id={call.assistantId} image={image} alt="" className="w-12 shrink-0" />
        )}
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{call.assistantName}</span>
          <span className="block text-[0.9375rem] text-ink-soft">{facts.join(' · ')}</span>
        </span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-ink-soft transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <div className="border-t border-line px-5 py-4">
        {call.lines.length === 0 ? (
          <p className="text-ink-soft">Nothing was said in this call.</p>
        ) : (
          <ol className="grid gap-3">
            {call.lines.map((line) => (
              <li key={`${line.atMs}-${line.role}`} className="max-w-[68ch]">
                <span className="font-semibold">{line.role === 'user' ? 'You' : call.assistantName}</span>{' '}
                <span className="text-sm text-ink-soft tabular-nums">{formatDuration(line.atMs)}</span>
                <span className="block">
                  {line.content}
                  {line.interrupted ? <span className="text-ink-soft"> (you cut in)</span> : null}
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </details>
  )
}
