import { Mic } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../../ui/button.tsx'

interface HoldButtonProps {
  holding: boolean
  disabled: boolean
  onHold: () => void
  onRelease: () => void
}

const isTalkKey = (key: string) => key === ' ' || key === 'Enter'

/** Push-to-talk, for rooms where others speak too. Held by finger, mouse, Space or Enter. */
export function HoldButton({ holding, disabled, onHold, onRelease }: HoldButtonProps) {
  const release = useEffectEvent(onRelease)
  useEffect(() => {
    // A finger that leaves the page, or a window that loses the keys, lets go.
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
      disabled={disabled}
      className="w-full touch-none"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        onHold()
      }}
      onPointerUp={onRelease}
      onPointerCancel={onRelease}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isTalkKey(event.key)) return
        event.preventDefault()
        if (!event.repeat) onHold()
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
