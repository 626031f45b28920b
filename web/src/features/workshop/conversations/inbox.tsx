import type { Conversation } from '#contract/conversations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api, keyOf, reading } from '../../../lib/api.ts'
import { formatDuration, formatMoment } from '../../../lib/formatting.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { ToneBadge } from '../../../ui/tone-badge.tsx'
import { ShowMore, usePages } from '../../../ui/queries.tsx'
import { ConversationView } from './conversation-view.tsx'
import { OUTCOMES, STATUS_OPTIONS } from './conversation-words.ts'
import { ALL, InboxFilters, queryOf } from './inbox-filters.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { attempt } from '../../../lib/notify-failure.ts'

const { conversations: kept, 'conversations.csv': file } = api.api['own-assistants'][':id']

interface InboxProps {
  assistant: { id: string; name: string }
  /** Whether visitors' conversations are kept at all. */
  isKept: boolean
  onKeeping: () => void
}

/** The list of kept conversations beside the open one; on phones, only one of the two is visible. */
export function Inbox({ assistant, isKept, onKeeping }: InboxProps) {
  const { id } = assistant
  const queryClient = useQueryClient()
  const [params, setParams] = useSearchParams()
  const [view, setView] = useState(ALL)
  const asked = useDeferredValue(view)
  const open = params.get('open')
  const setOpen = (callId: string | null) =>
    setParams(callId === null ? {} : { open: callId }, { replace: open !== null })
  const shown = useRef<HTMLElement>(null)
  const list = useRef<HTMLElement>(null)
  /**
   * The conversation that was open before. Opening one moves the focus into it; closing it moves the focus back to its
   * entry.
   */
  const lastOpen = useRef(open)
  useEffect(() => {
    const before = lastOpen.current
    lastOpen.current = open
    if (open === before) return
    if (open === null) {
      list.current?.querySelector<HTMLElement>(`[data-conversation="${before}"]`)?.focus()
      return
    }
    shown.current?.focus({ preventScroll: true })
    shown.current?.scrollTo({ top: 0 })
    // On phones, where the conversation replaces the list.
    if (list.current?.offsetParent === null) shown.current?.scrollIntoView({ block: 'start' })
  }, [open])
  const filters = useMemo(() => queryOf(asked), [asked])
  const query = usePages((before) => reading(kept, { param: { id }, query: { ...filters, before } }))
  const changed = () => void queryClient.invalidateQueries({ queryKey: keyOf(kept, { param: { id } }) })
  /** Saves all conversations that match the view, not only the page shown. */
  const download = () =>
    attempt('No file was saved', async () =>
      saveFile(await file.$get({ param: { id }, query: queryOf(view) }), 'conversations.csv'),
    )
  const conversations = query.data?.pages.flatMap((page) => page.conversations) ?? []
  const unread = query.data?.pages[0]?.unread ?? 0
  const isNarrowed = Object.keys(filters).length > 0
  /** There are no conversations at all, so search and filters are pointless. */
  const isBlank = query.isSuccess && conversations.length === 0 && !isNarrowed && view === asked

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
      <section
        ref={list}
        aria-label="List of conversations"
        className={clsx('grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3', open !== null && 'max-lg:hidden')}
      >
        {isBlank ? null : <InboxFilters view={view} onChange={setView} />}
        <div className={clsx('flex min-h-11 flex-wrap items-center justify-between gap-3', isBlank && 'hidden')}>
          <p role="status" className="text-[0.9375rem] text-ink-soft">
            {isBlank || query.data === undefined ? '' : unread === 0 ? 'All read' : `${unread} unread`}
          </p>
          {conversations.length === 0 ? null : (
            <Button kind="quiet" size="small" className="-mr-4" onClick={() => void download()}>
              Save as CSV
            </Button>
          )}
        </div>
        <Loaded query={query} otherwise="The conversations could not be shown. They are kept; please try again.">
          {() =>
            conversations.length === 0 ? (
              <div className="grid justify-items-start gap-3 rounded-card bg-sunk px-4 py-4">
                <p>
                  {isNarrowed
                    ? 'No conversation matches these filters.'
                    : isKept
                      ? 'No conversations yet.'
                      : 'Nothing that visitors say is kept. What they leave, such as messages, is under Leads.'}
                </p>
                {isNarrowed ? (
                  <Button size="small" onClick={() => setView(ALL)}>
                    Show all
                  </Button>
                ) : isKept ? null : (
                  <Button size="small" kind="ink" onClick={onKeeping}>
                    Keep conversations
                  </Button>
                )}
              </div>
            ) : (
              <ul className="divide-y divide-line border-y border-line">
                {conversations.map((conversation) => (
                  <li key={conversation.id}>
                    <Entry
                      conversation={conversation}
                      isOpen={conversation.id === open}
                      onOpen={() => setOpen(conversation.id)}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        <ShowMore query={query} />
      </section>
      <section
        ref={shown}
        tabIndex={-1}
        aria-label="Conversation"
        className={clsx(
          'min-w-0 outline-none lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto lg:pr-1 lg:pb-6',
          open === null && 'max-lg:hidden',
        )}
      >
        {open === null ? (
          isBlank ? null : (
            <p className="rounded-card bg-sunk px-4 py-8 text-center text-ink-soft">
              Choose a conversation to read it here.
            </p>
          )
        ) : (
          <ConversationView
            key={open}
            assistant={assistant}
            conversationId={open}
            onChanged={changed}
            onClose={() => setOpen(null)}
            onDeleted={() => {
              const at = conversations.findIndex((each) => each.id === open)
              // The entry disappears with the conversation, so the focus moves to the one next to it.
              lastOpen.current = (conversations[at + 1] ?? conversations[at - 1])?.id ?? open
              setOpen(null)
            }}
          />
        )}
      </section>
    </div>
  )
}

interface EntryProps {
  conversation: Conversation
  isOpen: boolean
  onOpen: () => void
}

function Entry({ conversation, isOpen, onOpen }: EntryProps) {
  const { isUnread, beginning, startedAt, durationMs, outcome, status, isLive } = conversation
  const { label, tone } = OUTCOMES[outcome]
  const standing = status === 'new' ? '' : ` · ${STATUS_OPTIONS.find(({ value }) => value === status)?.label ?? ''}`
  return (
    <button
      type="button"
      data-conversation={conversation.id}
      aria-current={isOpen || undefined}
      className={clsx('grid w-full -outline-offset-3 gap-1 px-3 py-3 text-left hover:bg-sunk', isOpen && 'bg-sunk')}
      onClick={onOpen}
    >
      <span className="flex items-start justify-between gap-3">
        <span className={clsx('flex min-w-0 items-baseline gap-2', isUnread && 'font-semibold')}>
          {isUnread ? (
            <>
              <span aria-hidden className="size-2 shrink-0 -translate-y-px rounded-full bg-accent" />
              <span className="sr-only">Unread: </span>
            </>
          ) : null}
          <span className="line-clamp-2 wrap-anywhere">
            {beginning === '' ? 'No words were understood' : beginning}
          </span>
        </span>
        <ToneBadge tone={tone}>{isLive ? 'Now' : label}</ToneBadge>
      </span>
      <span className="text-[0.9375rem] text-ink-soft">
        {formatMoment(startedAt)} · <span className="tabular-nums">{formatDuration(durationMs)}</span>
        {standing}
      </span>
    </button>
  )
}
