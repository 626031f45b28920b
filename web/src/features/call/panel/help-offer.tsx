import type { HelpOffer, HelpReason } from '#contract/realtime.ts'
import Hand from 'lucide-react/icons/hand'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'

interface HelpOfferPanelProps {
  /** Null: the caller needs none. */
  offer: HelpOffer | null
  /** Of the assistant. */
  name: string
  /** Asks the question as if it were typed. */
  onAsk: (question: string) => void
  /** Null where there is no button to hold. */
  onHoldToTalk: (() => void) | null
}

type Cause = HelpReason | 'unknown'

const TITLES: Record<Cause, (name: string) => string> = {
  noise: () => 'It is noisy around you',
  'too-quiet': () => 'You are hard to hear',
  'outside-field': (name) => `${name} has no answer to that`,
  unknown: () => 'Your words were not understood',
}

/** What can be done about it, before what can be done in any case. */
const REMEDIES: Record<Cause, string> = {
  noise: 'Hold a button while you speak. ',
  'too-quiet': 'Come closer to the microphone. ',
  'outside-field': '',
  unknown: '',
}

/**
 * Where a caller was not understood twice: why, and what can be asked instead. The region stands before its words, so that
 * they are read out. A long offer is scrolled above the controls, which lie over the end of a phone's screen.
 */
export function HelpOfferPanel({ offer, name, onAsk, onHoldToTalk }: HelpOfferPanelProps) {
  const cause = offer?.reason ?? 'unknown'
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (offer !== null) box.current?.scrollIntoView({ block: 'nearest' })
  }, [offer])
  const remedy = cause === 'noise' && onHoldToTalk === null ? '' : REMEDIES[cause]
  return (
    <div role="status" className="contents">
      {offer === null ? null : (
        <div
          ref={box}
          className="rounded-card max-sm:scroll-mb-36 border border-line bg-raised px-4 py-3 text-[0.9375rem]"
        >
          <p className="font-semibold wrap-anywhere">{TITLES[cause](name)}</p>
          <p className="mt-0.5">
            {remedy}
            {offer.questions.length > 0 ? 'Ask one of these, or type a question.' : 'Type a question instead.'}
          </p>
          <ul className="mt-2 grid justify-items-start gap-1.5">
            {offer.questions.map((question) => (
              <li key={question} className="min-w-0">
                <Button
                  size="small"
                  className="py-1.5 text-left leading-snug whitespace-normal! wrap-anywhere"
                  title={question}
                  onClick={() => onAsk(question)}
                >
                  <span className="line-clamp-2">{question}</span>
                </Button>
              </li>
            ))}
            {cause === 'noise' && onHoldToTalk !== null ? (
              <li>
                <Button size="small" kind="ink" onClick={onHoldToTalk}>
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
