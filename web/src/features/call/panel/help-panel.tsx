import type { HelpReason } from '#contract/realtime.ts'
import Hand from 'lucide-react/icons/hand'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { LiveCall } from '../engine/call-state.ts'

type Cause = HelpReason | 'unknown'

const TITLES: Record<Cause, (name: string) => string> = {
  noise: () => 'It is noisy around you',
  'too-quiet': () => 'You are hard to hear',
  'outside-field': (name) => `${name} has no answer to that`,
  unknown: () => 'Your words were not understood',
}

/** Remedies for a known cause, shown before the general ones. */
const REMEDIES: Record<Cause, string> = {
  noise: 'Hold a button while you speak. ',
  'too-quiet': 'Come closer to the microphone. ',
  'outside-field': '',
  unknown: '',
}

/** Null when the caller needs no help. */
function helpOf({ help, hearsNoWords }: LiveCall, name: string, mayHold: boolean) {
  if (help !== null) {
    const { reason, questions } = help
    const cause = reason ?? 'unknown'
    const isNoisy = cause === 'noise'
    const remedy = isNoisy && !mayHold ? '' : REMEDIES[cause]
    const next = questions.length > 0 ? 'Ask one of these, or type a question.' : 'Type a question instead.'
    return { title: TITLES[cause](name), text: remedy + next, questions, isNoisy }
  }
  if (!hearsNoWords) return null
  const remedy = mayHold ? 'Hold a button while you speak, or type' : 'Type instead'
  const text = `It may be noisy around you. ${remedy}: you will hear the answers.`
  return { title: 'We hear sound, but no words', text, questions: [], isNoisy: true }
}

interface HelpPanelProps {
  /** Null when no call is live. */
  call: LiveCall | null
  /** The assistant's name. */
  name: string
  /** Asks the question as if the caller had typed it. */
  onAsk: (question: string) => void
  /** Null when push-to-talk is not available. */
  onHoldToTalk: (() => void) | null
}

/**
 * Help for a caller who is not understood: the likely cause, and questions that can be asked instead. The live region
 * must exist before its text for screen readers to announce it. A long offer is scrolled above the controls, which cover
 * the end of a phone's screen.
 */
export function HelpPanel({ call, name, onAsk, onHoldToTalk }: HelpPanelProps) {
  const help = call && helpOf(call, name, onHoldToTalk !== null)
  const offer = call?.help ?? null
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (offer !== null) box.current?.scrollIntoView({ block: 'nearest' })
  }, [offer])
  return (
    <div role="status" className="contents">
      {help === null ? null : (
        <div
          ref={box}
          className="rounded-card max-sm:scroll-mb-36 border border-line bg-raised px-4 py-3 text-[0.9375rem]"
        >
          <p className="font-semibold wrap-anywhere">{help.title}</p>
          <p className="mt-0.5">{help.text}</p>
          <ul className="mt-2 grid justify-items-start gap-1.5 empty:hidden">
            {help.questions.map((question) => (
              <li key={question} className="min-w-0">
                <Button
                  size="dense"
                  className="py-1.5 text-left leading-snug whitespace-normal! wrap-anywhere"
                  title={question}
                  onClick={() => onAsk(question)}
                >
                  <span className="line-clamp-2">{question}</span>
                </Button>
              </li>
            ))}
            {help.isNoisy && onHoldToTalk !== null ? (
              <li>
                <Button size="dense" kind="ink" onClick={onHoldToTalk}>
                  <Hand aria-hidden className="size-4.5" />
                  Hold to talk
                </Button>
              </li>
            ) : null}
          </ul>
        </div>
      )}
    </div>
  )
}
