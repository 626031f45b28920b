import type { ConversationDetail } from '#contract/conversations.ts'
import { formatDuration } from '../../../lib/formatting.ts'
import { ToneBadge } from '../../../ui/tone-badge.tsx'
import { TURN_WORDS } from './conversation-words.ts'

interface ConversationLinesProps {
  conversation: Pick<ConversationDetail, 'lines' | 'turnList'>
  /** The assistant's name. */
  name: string
}

/** The transcript, in order, including turns in which no words were recognised. */
export function ConversationLines({ conversation: { lines, turnList }, name }: ConversationLinesProps) {
  const turns = new Map(turnList.map((turn) => [turn.position, turn]))
  const spoken = new Set(lines.map(({ position }) => position))
  const wordless = turnList.filter(({ position }) => !spoken.has(position))
  const all = [
    ...lines.map((line) => ({ ...line, said: line.content })),
    ...wordless.map(({ position }) => ({ position, role: 'user' as const, said: '', atMs: null, interrupted: false })),
  ].toSorted((one, other) => one.position - other.position)

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
