import { Hand } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'

interface NoWordsHintProps {
  isShown: boolean
  /** Null where there is no button to hold. */
  onHoldToTalk: (() => void) | null
}

/** In a noisy room: the caller is heard, but not understood. The region stands before its words, so that they are read out. */
export function NoWordsHint({ isShown, onHoldToTalk }: NoWordsHintProps) {
  return (
    <div role="status" className="contents">
      {isShown ? (
        <div className="rounded-card border border-line bg-raised px-4 py-3 text-[0.9375rem]">
          <p className="font-semibold">We hear sound, but no words</p>
          <p className="mt-1">
            {onHoldToTalk === null
              ? 'It may be noisy around you. Type instead: you will hear the answers.'
              : 'It may be noisy around you. Hold a button while you speak, or type: you will hear the answers.'}
          </p>
          {onHoldToTalk === null ? null : (
            <Button size="small" className="mt-2.5" onClick={onHoldToTalk}>
              <Hand aria-hidden className="size-4.5" />
              Hold to talk
            </Button>
          )}
        </div>
      ) : null}
    </div>
  )
}
