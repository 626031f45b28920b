import { useCallback, useEffect, useState } from 'react'
import { openStream } from '../audio/microphone.ts'

/** Whether the browser allows this page to use the microphone. */
type MicrophonePermission = 'asking' | 'given' | 'denied'

/**
 * Requests the microphone as soon as the person wants a conversation (spec section 7), and closes it at once; the call
 * opens it again.
 */
export function useMicrophonePermission(): { permission: MicrophonePermission; ask: () => Promise<boolean> } {
  const [permission, setPermission] = useState<MicrophonePermission>('asking')

  const ask = useCallback(async (): Promise<boolean> => {
    setPermission('asking')
    const isGiven = await openStream({ noiseSuppression: true }).then(
      (stream) => {
        for (const track of stream.getTracks()) track.stop()
        return true
      },
      () => false,
    )
    setPermission(isGiven ? 'given' : 'denied')
    return isGiven
  }, [])
  useEffect(() => void ask(), [ask])

  return { permission, ask }
}
