import { Mic, MicOff, PhoneOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { CallView, VoiceCall } from '../engine/voice-call.ts'
import { HoldButton } from './hold-button.tsx'

interface CallControlsProps {
  call: VoiceCall
  view: CallView
  name: string
  onStart: () => void
}

/** What one presses to talk, and to stop. */
export function CallControls({ call, view, name, onStart }: CallControlsProps) {
  const { phase, muted, pushToTalk, holding, microphone } = view
  const controls = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone, with its phase or with the hint about noise: the first of the new ones has the focus.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) {
      controls.current?.querySelector('button')?.focus({ preventScroll: true })
    }
  }, [phase, pushToTalk])

  if (phase !== 'live') {
    return (
      <div ref={controls}>
        <Button
          kind="primary"
          size="large"
          className="w-full"
          aria-disabled={phase === 'starting'}
          aria-busy={phase === 'starting'}
          onClick={onStart}
        >
          <span className="min-w-0 whitespace-normal wrap-anywhere">
            {phase === 'starting' ? 'Connecting...' : `Talk with ${name}`}
          </span>
        </Button>
      </div>
    )
  }
  return (
    <div ref={controls} className="flex flex-col gap-2.5">
      {pushToTalk ? (
        <HoldButton
          holding={holding}
          disabled={muted || microphone.state !== 'granted'}
          onHold={() => call.hold()}
          onRelease={() => call.release()}
        />
      ) : null}
      <div className="grid grid-cols-2 gap-2.5">
        <Button size="large" onClick={() => call.setMuted(!muted)}>
          {muted ? <MicOff aria-hidden className="size-5" /> : <Mic aria-hidden className="size-5" />}
          {muted ? 'Unmute' : 'Mute'}
        </Button>
        <Button size="large" kind="primary" onClick={() => call.end()}>
          <PhoneOff aria-hidden className="size-5" />
          End Call
        </Button>
      </div>
    </div>
  )
}
