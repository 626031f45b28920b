import type { HelpOffer, HelpReason } from '#contract/realtime.ts'
import Hand from 'lucide-react/icons/hand'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'

interface HelpOfferPanelProps {
  /** Null when the caller needs no help. */
  offer: HelpOffer | null
  /** The assistant's name. */
  name: string
  /** Asks the question as if the caller had typed it. */
  onAsk: (question: string) => void
  /** Null when push-to-talk is not available. */
  onHoldToTalk: (() => void) | null
}

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

/**
 * Help for a caller who was not understood twice: the likely cause, and questions that can be asked instead. The live
 * region must exist before its text for screen readers to announce it. A long offer is scrolled above the controls,
 * which cover the end of a phone's screen.
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
                  size="dense"
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
