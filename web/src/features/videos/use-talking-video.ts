import { useEffect, useState } from 'react'
import { pause } from '../../lib/pause.ts'
import { createVideoShelf, type VideoState } from './video-shelf.ts'
import { orderVideo, readVideo } from './videos.ts'

/** A request that hangs for longer is given up, so that it does not block the following ones. */
const LOOK_WITHIN_MS = 20_000

const SHELF = createVideoShelf({
  order: (assistantId) => orderVideo({ assistantId }),
  read: (videoId) => readVideo(videoId, AbortSignal.timeout(LOOK_WITHIN_MS)),
  wait: pause,
})

export type TalkingVideo = ReturnType<typeof useTalkingVideo>

/** The talking video of a catalogue assistant, ordered when the component first needs it. */
export function useTalkingVideo(assistantId: string) {
  const [state, setState] = useState<VideoState>(() => SHELF.now(assistantId))
  const [attempt, setAttempt] = useState(0)
  const [isWithout, setIsWithout] = useState(false)

  useEffect(() => {
    let isGone = false
    setState(SHELF.now(assistantId))
    void SHELF.get(assistantId).then((outcome) => {
      if (!isGone) setState(outcome)
    })
    return () => {
      isGone = true
    }
  }, [assistantId, attempt])

  return {
    state: isWithout ? ({ step: 'none' } satisfies VideoState) : state,
    tryAgain: () => setAttempt((count) => count + 1),
    /** Continues with the portrait. The video is still made, for another time. */
    goWithout: () => setIsWithout(true),
  }
}
