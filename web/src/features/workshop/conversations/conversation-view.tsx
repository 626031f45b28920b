import type { ConversationDetail, ConversationStatus } from '#contract/conversations.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useEffectEvent, useState } from 'react'
import { api, keyOf, reading } from '../../../lib/api.ts'
import { formatDay, formatDuration, formatMoment, formatMomentThere } from '../../../lib/formatting.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { LEAD_WORDS, STATUS_OPTIONS, TURN_WORDS } from './conversation-words.ts'
import { FilledFields } from './filled-fields.tsx'
import { NoteField } from './note-field.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { attempt } from '../../../lib/notify-failure.ts'
import { useBusy } from '../../../lib/use-busy.ts'
import { ToneBadge } from '../../../ui/tone-badge.tsx'

const one = api.api['own-assistants'][':id'].conversations[':conversationId']

interface ConversationViewProps {
  assistant: { id: string; name: string }
  conversationId: string
  /** Called when something changed that the list shows. */
  onChanged: () => void
  onClose: () => void
  onDeleted: () => void
}

/** A conversation with its transcript, its results, and the owner's status and note. Opening it marks it as read. */
export function ConversationView({ assistant, conversationId, onChanged, onClose, onDeleted }: ConversationViewProps) {
  const { id } = assistant
  const query = useQuery(reading(one, { param: { id, conversationId } }))
  const isUnread = query.data?.isUnread === true
  const onRead = useEffectEvent(onChanged)
  useEffect(() => {
    // If this fails, the conversation stays unread.
    if (isUnread) void one.read.$post({ param: { id, conversationId } }).then(onRead, () => undefined)
  }, [isUnread, id, conversationId])

  return (
    <div className="grid gap-6">
      <Button kind="quiet" size="small" className="-ml-4 justify-self-start lg:hidden" onClick={onClose}>
        <ArrowLeft aria-hidden className="size-4" />
        All conversations
      </Button>
      <Loaded query={query} otherwise="This conversation could not be shown. Please try again.">
        {(conversation) => (
          <Shown assistant={assistant} conversation={conversation} onChanged={onChanged} onDeleted={onDeleted} />
        )}
      </Loaded>
    </div>
  )
}

interface ShownProps extends Omit<ConversationViewProps, 'conversationId' | 'onClose'> {
  conversation: ConversationDetail
}

function Shown({ assistant, conversation, onChanged, onDeleted }: ShownProps) {
  const { id: conversationId, startedAt, durationMs, keptUntil, leadList, appointmentList, timeZone } = conversation
  const param = { id: assistant.id, conversationId }
  const queryClient = useQueryClient()
  const [status, setStatus] = useState(conversation.status)
  /** For screen readers. */
  const [said, setSaid] = useState('')
  const [isAsked, setAsked] = useState(false)
  const { isBusy: isDeleting, run } = useBusy()

  const act = async (what: string, action: () => Promise<unknown>): Promise<boolean> => {
    const isDone = await attempt(what, action)
    if (isDone) onChanged()
    return isDone
  }
  const change = async (json: { status?: ConversationStatus; note?: string }) => {
    const isSaved = await act('Not saved', () => one.$patch({ param, json }))
    if (isSaved) {
      // The conversation may be opened again before it has been read again.
      queryClient.setQueryData<ConversationDetail>(
        reading(one, { param }).queryKey,
        (known) => known && { ...known, ...json },
      )
      await queryClient.invalidateQueries({ queryKey: keyOf(one, { param }) })
    }
    return isSaved
  }
  const remove = async () => {
    if (await act('Not deleted', () => one.$delete({ param }))) onDeleted()
  }
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-2xl">{formatMoment(startedAt)}</h2>
          <p className="mt-1 text-ink-soft">
            <span className="tabular-nums">{formatDuration(durationMs)}</span> long · kept until {formatDay(keptUntil)}
          </p>
        </div>
        <div className="w-40">
          <SelectField
            label="Status"
            options={STATUS_OPTIONS}
            value={status}
            onChoose={(chosen) => {
              setStatus(chosen)
              void change({ status: chosen }).then((isSaved) =>
                isSaved ? setSaid('The status is saved.') : setStatus(status),
              )
            }}
          />
        </div>
      </header>
      {leadList.length + appointmentList.length === 0 ? null : (
        <ul aria-label="Outcome" className="grid gap-3">
          {[
            ...appointmentList.map(({ id, startsAt, status: state, fields }) => ({
              id,
              title: `${state === 'booked' ? 'Appointment' : 'Canceled appointment'}, ${formatMomentThere(startsAt, timeZone)}`,
              fields,
            })),
            ...leadList.map(({ id, kind, fields }) => ({ id, title: LEAD_WORDS[kind], fields })),
          ].map(({ id, title, fields }) => (
            <li key={id} className="rounded-card bg-sunk px-4 py-3">
              <p className="font-semibold">{title}</p>
              <FilledFields fields={fields} />
            </li>
          ))}
        </ul>
      )}
      <ConversationLines conversation={conversation} name={assistant.name} />
      <div className="grid gap-4 border-t border-line pt-5">
        <NoteField
          conversationId={conversationId}
          stored={conversation.note}
          save={(note) => change({ note })}
          onSaved={() => setSaid('The note is saved.')}
        />
        <Button className="justify-self-start" onClick={() => setAsked(true)}>
          Delete…
        </Button>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      {isAsked ? (
        <Dialog
          onClose={() => setAsked(false)}
          width="narrow"
          title="Delete this conversation?"
          description="What was said and your note are deleted for good. Messages, appointments and figures stay."
        >
          <div className="flex flex-wrap justify-end gap-2.5">
            <Button onClick={() => setAsked(false)}>Keep it</Button>
            <Button kind="primary" aria-disabled={isDeleting} onClick={() => void run(remove)}>
              {isDeleting ? 'Deleting...' : 'Delete'}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}

/** The transcript, in order, including turns in which no words were recognised. */
function ConversationLines({ conversation, name }: { conversation: ConversationDetail; name: string }) {
  const { lines, turnList } = conversation
  const turns = new Map(turnList.map((turn) => [turn.position, turn]))
  const spoken = new Set(lines.map(({ position }) => position))
  const wordless = turnList.filter(({ position }) => !spoken.has(position))
  const all = [
    ...lines.map((line) => ({ ...line, said: line.content })),
    ...wordless.map(({ position }) => ({ position, role: 'user' as const, said: '', atMs: null, interrupted: false })),
  ].toSorted((first, second) => first.position - second.position)

  return (
    <ol aria-label="What was said" className="grid gap-4">
      {all.map(({ position, role, said, atMs, interrupted }) => {
        const turn = role === 'user' ? turns.get(position) : undefined
        const words = turn === undefined ? null : TURN_WORDS[turn.outcome]
        return (
          <li key={position} className="max-w-[68ch]">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.9375rem]">
              <span className="font-semibold">{role === 'user' ? 'Visitor' : name}</span>
              {atMs === null ? null : <span className="text-ink-soft tabular-nums">{formatDuration(atMs)}</span>}
              {turn?.firstAudioMs == null ? null : (
                <span className="text-ink-soft">answer heard after {(turn.firstAudioMs / 1_000).toFixed(1)} s</span>
              )}
              {words === null ? null : <ToneBadge tone="red">{words}</ToneBadge>}
            </p>
            {said === '' ? (
              <p className="text-ink-soft">No words were understood.</p>
            ) : (
              <p className="wrap-anywhere">
                {said}
                {interrupted ? <span className="text-ink-soft"> (cut short)</span> : null}
              </p>
            )}
          </li>
        )
      })}
    </ol>
  )
}
