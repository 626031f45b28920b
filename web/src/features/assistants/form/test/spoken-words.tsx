import { useEffect, useState } from 'react'
import type { SpeechState } from './use-speech.ts'

interface SpokenWordsProps {
  state: SpeechState
  /** Shown while nothing is being said. */
  resting: string
  preparing: Readonly<Record<Extract<SpeechState, { phase: 'preparing' }>['step'], string>>
}

/** The text being spoken, with the current word marked. */
export function SpokenWords({ state, resting, preparing }: SpokenWordsProps) {
  const [now, setNow] = useState(-1)

  useEffect(() => {
    if (state.phase !== 'speaking') return
    let frame = 0
    const follow = () => {
      const positionMs = state.positionMs()
      setNow(state.speech.words.findLastIndex((word) => word.startMs <= positionMs))
      frame = requestAnimationFrame(follow)
    }
    frame = requestAnimationFrame(follow)
    return () => {
      cancelAnimationFrame(frame)
      setNow(-1)
    }
  }, [state])

  return (
    <p aria-hidden className="mt-3 min-h-12 text-center text-[0.9375rem]">
      {state.phase === 'speaking' ? (
        state.speech.words.map((word, index) => (
          <span key={word.startMs} className={index <= now ? 'text-ink' : 'text-ink-soft'}>
            {index === now ? <strong className="font-semibold">{word.text}</strong> : word.text}
          </span>
        ))
      ) : (
        <span className="text-ink-soft">{state.phase === 'preparing' ? preparing[state.step] : resting}</span>
      )}
    </p>
  )
}
