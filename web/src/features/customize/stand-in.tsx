import type { VoiceId } from '#contract/voices.ts'
import { applyPose } from '#portrait/animate.ts'
import { drawPortrait } from '#portrait/draw.ts'
import { lifePose } from '#portrait/life.ts'
import { mouthPoseAt } from '#portrait/mouth-track.ts'
import { theo } from '#portrait/people/theo.ts'
import { yasmin } from '#portrait/people/yasmin.ts'
import { REST_POSE } from '#portrait/pose.ts'
import { useEffect, useRef } from 'react'
import type { SpeechState } from './use-speech.ts'

const WOMEN: readonly VoiceId[] = ['willow', 'hazel', 'ivy', 'juniper']

/** Somebody drawn who lends the chosen voice a face, and mouths what is heard. */
export function StandIn({ voiceId, state }: { voiceId: VoiceId; state: SpeechState }) {
  const host = useRef<HTMLDivElement>(null)
  const person = WOMEN.includes(voiceId) ? yasmin : theo

  useEffect(() => {
    if (host.current !== null) host.current.innerHTML = drawPortrait(person, REST_POSE, { idPrefix: 'try', title: '' })
  }, [person])

  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    let frame = 0
    const draw = (nowMs: number) => {
      if (host.current === null) return
      const isSpeaking = state.phase === 'speaking'
      const life = lifePose(7, nowMs, isSpeaking ? 'speaking' : 'idle', isStill)
      const mouth = isSpeaking ? mouthPoseAt(state.speech.cues, state.positionMs()) : REST_POSE.mouth
      applyPose(host.current, person, { ...life, mouth })
      if (isSpeaking || !isStill) frame = requestAnimationFrame(draw)
    }
    frame = requestAnimationFrame(draw)
    return () => cancelAnimationFrame(frame)
  }, [person, state])

  return (
    <div
      ref={host}
      data-niche={person.id}
      aria-hidden
      className="arch mx-auto w-36 md:w-full md:max-w-68 [&>svg]:block [&>svg]:size-full"
    />
  )
}
