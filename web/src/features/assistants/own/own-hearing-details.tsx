import type { OwnKnowledge } from '#contract/own-assistant.ts'
import { hearingOf } from '#contract/own-hearing.ts'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useMemo } from 'react'

/** At most this many entries of a list are shown. */
const SHOWN = 6

/** What callers can ask an own assistant aloud, and what they can only type. */
export function OwnHearingDetails({ knowledge, isOpen = false }: { knowledge: OwnKnowledge; isOpen?: boolean }) {
  const { questions, subjects, unheard } = useMemo(() => hearingOf(knowledge), [knowledge])
  const isEmpty = questions.length + subjects.length === 0
  return (
    <details open={isOpen} className="group mb-5 text-[0.9375rem]">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1.5 font-medium [&::-webkit-details-marker]:hidden">
        What it can hear
        <ChevronDown aria-hidden className="size-4.5 text-ink-soft transition-transform group-open:rotate-180" />
      </summary>
      {isEmpty ? (
        <p className="text-ink-soft">Nothing of its own yet. Add questions with answers, or a text with headings.</p>
      ) : null}
      <Part title="Questions, in these words or others" items={questions} />
      <Part title="Anything about" items={subjects} />
      <Part title="Only when it is typed" items={unheard.map(({ text, why }) => `${text} (${why})`)} />
    </details>
  )
}

function Part({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <div className="mb-3">
      <p className="text-ink-soft">{title}</p>
      <ul className="mt-1 grid gap-1 border-l-2 border-line pl-3">
        {items.slice(0, SHOWN).map((item, index) => (
          <li key={index} className="wrap-anywhere">
            <bdi>{item}</bdi>
          </li>
        ))}
        {items.length > SHOWN ? <li className="text-ink-soft">and {items.length - SHOWN} more</li> : null}
      </ul>
    </div>
  )
}
