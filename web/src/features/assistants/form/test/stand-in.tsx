import type { PhotoFace } from '#contract/photo-face.ts'
import type { VoiceId } from '#contract/voices.ts'
import { drawPortrait } from '#portrait/draw.ts'
import { mouthPoseAt } from '#portrait/mouth-track.ts'
import { theo } from '#portrait/people/theo.ts'
import { yasmin } from '#portrait/people/yasmin.ts'
import type { Person } from '#portrait/person.ts'
import { REST_POSE } from '#portrait/pose.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { animateWhileVisible, type FaceMoment } from '../../../../ui/living-face.ts'
import { TalkingPhoto } from '../../../../ui/talking-photo.tsx'
import type { SpeechState } from './use-speech.ts'

const WOMEN: readonly VoiceId[] = ['willow', 'hazel', 'ivy', 'juniper']

/** The drawn person shown while the assistant has no photo, chosen by its voice. */
export function standInFor(voiceId: VoiceId): Person {
  return WOMEN.includes(voiceId) ? yasmin : theo
}

interface StandInProps {
  voiceId: VoiceId
  state: SpeechState
  /** The photo and the position of its face; null while there is no photo. */
  photoUrl: string | null
  photoFace: PhotoFace | null
}

/** The photo, or without one a drawn person that fits the voice. Its mouth moves with the sound. */
export function StandIn({ photoUrl, photoFace, voiceId, state }: StandInProps) {
  if (photoUrl === null) return <DrawnStandIn voiceId={voiceId} state={state} />
  const className = 'mx-auto w-36 md:w-full md:max-w-68'
  return <TalkingPhoto src={photoUrl} face={photoFace} alt="" momentOf={() => momentOf(state)} className={className} />
}

function momentOf(state: SpeechState): FaceMoment {
  return state.phase === 'speaking'
    ? { mode: 'speaking', mouth: mouthPoseAt(state.speech.cues, state.positionMs()) }
    : { mode: state.phase === 'preparing' ? 'thinking' : 'idle', mouth: REST_POSE.mouth }
}

function DrawnStandIn({ voiceId, state }: Pick<StandInProps, 'voiceId' | 'state'>) {
  const host = useRef<HTMLDivElement>(null)
  const person = standInFor(voiceId)

  const momentNow = useEffectEvent(() => momentOf(state))

  useEffect(() => {
    if (host.current === null) return undefined
    host.current.innerHTML = drawPortrait(person, REST_POSE, { idPrefix: 'try', title: '' })
    const motion = matchMedia('(prefers-reduced-motion: reduce)')
    return animateWhileVisible({
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
