import { useEffect, useState } from 'react'
import { orderVideo, readVideo } from './request-video.ts'
import { createVideoShelf, type VideoState } from './video-shelf.ts'

const SHELF = createVideoShelf({
  order: orderVideo,
  read: readVideo,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

export interface TalkingVideo {
  state: VideoState
  tryAgain: () => void
  /** Goes on with the portrait. The video still comes, for another time. */
  goWithout: () => void
}

/** The video of an assistant of the catalogue, ordered as soon as it is wanted. */
export function useTalkingVideo(assistantId: string): TalkingVideo {
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
    state: isWithout ? { step: 'none' } : state,
    tryAgain: () => setAttempt((count) => count + 1),
    goWithout: () => setIsWithout(true),
  }
}
