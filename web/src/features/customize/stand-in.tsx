import type { VoiceId } from '#contract/voices.ts'
import { drawPortrait } from '#portrait/draw.ts'
import { mouthPoseAt } from '#portrait/mouth-track.ts'
import { theo } from '#portrait/people/theo.ts'
import { yasmin } from '#portrait/people/yasmin.ts'
import { REST_POSE } from '#portrait/pose.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { letLive, type FaceMoment } from '../../ui/living-face.ts'
import type { SpeechState } from './use-speech.ts'

const WOMEN: readonly VoiceId[] = ['willow', 'hazel', 'ivy', 'juniper']

/** Somebody drawn who lends the chosen voice a face, and mouths what is heard. */
export function StandIn({ voiceId, state }: { voiceId: VoiceId; state: SpeechState }) {
  const host = useRef<HTMLDivElement>(null)
  const person = WOMEN.includes(voiceId) ? yasmin : theo

  const momentNow = useEffectEvent((): FaceMoment =>
    state.phase === 'speaking'
      ? { mode: 'speaking', mouth: mouthPoseAt(state.speech.cues, state.positionMs()) }
      : { mode: 'idle', mouth: REST_POSE.mouth },
  )

  useEffect(() => {
    if (host.current === null) return undefined
    host.current.innerHTML = drawPortrait(person, REST_POSE, { idPrefix: 'try', title: '' })
    const motion = matchMedia('(prefers-reduced-motion: reduce)')
    return letLive({
      host: host.current,
      measures: person,
      isStill: () => motion.matches,
      momentOf: () => momentNow(),
    })
  }, [person])

  return (
    <div
      ref={host}
      data-niche={person.id}
      aria-hidden
      className="arch mx-auto w-36 md:w-full md:max-w-68 [&>svg]:block [&>svg]:size-full"
    />
  )
}
