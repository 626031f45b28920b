import { CONVERSATION_BOX_LINES } from '#contract/calls.ts'
import { clsx } from 'clsx'
import { useEffect, useId, type RefObject } from 'react'
import type { CaptionLine, Captions } from '../engine/captions.ts'

interface ConversationBoxProps {
  captions: Captions
  name: string
  /** What the assistant says in the introduction video, before any call. */
  introduction?: string | null
  /** Whether the box, while it is empty, leaves its place on a phone to something else. */
  givesWay?: boolean
  /** The number of lines shown. */
  lines?: number
  /** The element with the lines, so that the focus can be moved to it. */
  logRef: RefObject<HTMLDivElement | null>
}

/**
 * The last lines of the conversation. Screen readers announce each line once, when it is complete; growing lines are
 * only shown.
 */
export function ConversationBox(props: ConversationBoxProps) {
  const { captions, name, introduction = null, givesWay = false, lines = CONVERSATION_BOX_LINES, logRef: log } = props
  const headingId = useId()
  const shown = captions.slice(-lines)
  const grown = shown.at(-1)?.content.length
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [log, shown.length, grown])

  return (
    <section
      className={clsx(
        'flex min-h-28 flex-1 basis-0 flex-col rounded-card border border-line bg-raised px-4 py-3 sm:min-h-44',
        givesWay && shown.length === 0 && introduction === null && 'max-sm:hidden',
      )}
    >
      <h2 id={headingId} className="font-sans text-sm font-semibold tracking-normal text-ink-soft">
        Conversation
      </h2>
      <div
        ref={log}
        role="log"
        aria-labelledby={headingId}
        // In Safari, the keyboard reaches a scrolling box only with a tabindex.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="mt-1.5 min-h-0 flex-1 basis-0 overflow-y-auto overscroll-contain text-base/normal"
      >
        {shown.map((line) => (
          <Line key={`${line.id}-${line.partial ? 'growing' : 'whole'}`} line={line} name={name} />
        ))}
        {shown.length > 0 ? null : introduction === null ? (
          <p className="text-ink-soft">The conversation appears here.</p>
        ) : (
          // Hidden from screen readers, since they hear the video itself.
          <p aria-hidden>
            <span className="font-semibold">{name}: </span>
            {introduction}
          </p>
        )}
      </div>
    </section>
  )
}

function Line({ line, name }: { line: CaptionLine; name: string }) {
  const { role, content, partial, interrupted } = line
  return (
    <p
      aria-hidden={partial}
      data-role={role}
      data-interrupted={interrupted}
      className={clsx('mt-1.5 wrap-anywhere first:mt-0', role === 'user' && 'text-ink-soft')}
    >
      <span className="font-semibold">{role === 'user' ? 'You' : name}: </span>
      {content === '' ? <i>not understood</i> : content}
      {interrupted ? (
        <>
          <span aria-hidden>{/[.!?]$/.test(content) ? ' …' : '…'}</span>
          <span className="sr-only"> (interrupted)</span>
        </>
      ) : null}
    </p>
  )
}
