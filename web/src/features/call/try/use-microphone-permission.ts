import { useCallback, useEffect, useRef, useState } from 'react'
import { openStream } from '../audio/microphone.ts'

/** Whether the browser lets this page hear the person. */
export type MicrophonePermission = 'asking' | 'given' | 'denied'

/**
 * Asks for the microphone as soon as a conversation is wished for (spec section 7), and gives it back at once: the call
 * opens it when it begins.
 */
export function useMicrophonePermission(): { permission: MicrophonePermission; ask: () => Promise<boolean> } {
  const [permission, setPermission] = useState<MicrophonePermission>('asking')
  const isShown = useRef(true)

  const ask = useCallback(async (): Promise<boolean> => {
    setPermission('asking')
    const isGiven = await openStream({ noiseSuppression: true }).then(
      (stream) => {
        for (const track of stream.getTracks()) track.stop()
        return true
      },
      () => false,
    )
    if (isShown.current) setPermission(isGiven ? 'given' : 'denied')
    return isGiven
  }, [])

  useEffect(() => {
    isShown.current = true
    void ask()
    return () => {
      isShown.current = false
    }
  }, [ask])

  return { permission, ask }
}
