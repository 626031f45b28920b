import { useCallback, useEffect, useRef, useState } from 'react'
import { openStream } from '../audio/microphone.ts'

/** Whether the browser lets this page hear the person. */
export type MicrophoneLeave = 'asking' | 'given' | 'denied'

/**
 * Asks for the microphone as soon as a conversation is wished for (spec section 7), and gives it back at once: it is
 * opened when somebody begins to talk.
 */
export function useMicrophoneLeave(): { leave: MicrophoneLeave; ask: () => Promise<boolean> } {
  const [leave, setLeave] = useState<MicrophoneLeave>('asking')
  const isShown = useRef(true)

  const ask = useCallback(async (): Promise<boolean> => {
    setLeave('asking')
    const isGiven = await openStream({ noiseSuppression: true }).then(
      (stream) => {
        for (const track of stream.getTracks()) track.stop()
        return true
      },
      () => false,
    )
    if (isShown.current) setLeave(isGiven ? 'given' : 'denied')
    return isGiven
  }, [])

  useEffect(() => {
    isShown.current = true
    void ask()
    return () => {
      isShown.current = false
    }
  }, [ask])

  return { leave, ask }
}
