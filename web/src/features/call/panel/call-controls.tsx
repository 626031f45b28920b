import Mic from 'lucide-react/icons/mic'
import MicOff from 'lucide-react/icons/mic-off'
import PhoneOff from 'lucide-react/icons/phone-off'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { CallState, LiveCall } from '../engine/call-state.ts'
import type { VoiceCall } from '../engine/voice-call.ts'

const isTalkKey = (key: string) => key === ' ' || key === 'Enter'

interface CallControlsProps {
  call: VoiceCall
  state: CallState
  name: string
  onStart: () => void
}

/** The buttons to start, control and end a call. */
export function CallControls({ call, state, name, onStart }: CallControlsProps) {
  const { phase, pushToTalk } = state
  const controls = useRef<HTMLDivElement>(null)
  // The pressed button may have disappeared with its phase; the first of the new buttons then gets the focus. A page that
  // was only opened, or a frame of a customer's page, does not take the focus when it has loaded.
  useEffect(() => {
    if (!document.hasFocus() || !navigator.userActivation.hasBeenActive) return
    if (document.activeElement === null || document.activeElement === document.body) {
      controls.current?.querySelector('button')?.focus({ preventScroll: true })
    }
  }, [phase, pushToTalk])
  return (
    <div ref={controls} className="flex flex-col gap-2.5">
      {state.phase === 'live' ? (
        <LiveControls call={call} state={state} />
      ) : (
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
      )}
    </div>
  )
}

function LiveControls({ call, state }: { call: VoiceCall; state: LiveCall }) {
  const { pushToTalk, sound, microphone } = state
  const isMuted = sound === 'muted'
  return (
    <>
      {pushToTalk ? (
        <HoldButton
          holding={sound === 'holding'}
          disabled={isMuted || microphone.state !== 'granted'}
          onHold={() => call.hold()}
          onRelease={() => call.release()}
        />
      ) : null}
      <div className="grid grid-cols-2 gap-2.5">
        <Button size="large" onClick={() => call.setMuted(!isMuted)}>
          {isMuted ? <MicOff aria-hidden className="size-5" /> : <Mic aria-hidden className="size-5" />}
          {isMuted ? 'Unmute' : 'Mute'}
        </Button>
        <Button size="large" kind="primary" onClick={() => call.end()}>
          <PhoneOff aria-hidden className="size-5" />
          End Call
        </Button>
      </div>
    </>
  )
}

interface HoldButtonProps {
  holding: boolean
  disabled: boolean
  onHold: () => void
  onRelease: () => void
}

/** Push-to-talk, for rooms where other people speak too. Held down by finger, mouse, Space or Enter. */
function HoldButton({ holding, disabled, onHold, onRelease }: HoldButtonProps) {
  const hold = () => (disabled ? undefined : onHold())
  const release = useEffectEvent(onRelease)
  useEffect(() => {
    // When the window loses the focus, it will not see the release of the button.
    const letGo = () => release()
    window.addEventListener('blur', letGo)
    return () => {
      window.removeEventListener('blur', letGo)
      letGo()
    }
  }, [])

  return (
    <Button
      kind={holding ? 'primary' : 'ink'}
      size="large"
      aria-disabled={disabled}
      className="w-full touch-none"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        hold()
      }}
      onPointerUp={onRelease}
      onPointerCancel={onRelease}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isTalkKey(event.key)) return
        event.preventDefault()
        if (!event.repeat) hold()
      }}
      onKeyUp={(event) => {
        if (isTalkKey(event.key)) onRelease()
      }}
      onBlur={onRelease}
    >
      <Mic aria-hidden className="size-5" />
      {holding ? 'Let go to send' : 'Hold to talk'}
    </Button>
  )
}
