import type { PhotoFace } from '#contract/photo-face.ts'
import type { VoiceId } from '#contract/voices.ts'
import { mouthPoseAt } from '#portrait/mouth-track.ts'
import { theo } from '#portrait/people/theo.ts'
import { yasmin } from '#portrait/people/yasmin.ts'
import type { Person } from '#portrait/person.ts'
import { REST_MOUTH } from '#portrait/pose.ts'
import { LivingPortrait } from '../../../../ui/living-portrait.tsx'
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
  const person = photoUrl === null ? standInFor(voiceId) : null
  return (
    <LivingPortrait
      person={person}
      src={photoUrl ?? ''}
      face={photoFace}
      alt=""
      momentOf={() =>
        state.phase === 'speaking'
          ? { mode: 'speaking', mouth: mouthPoseAt(state.speech.cues, state.positionMs()) }
          : { mode: state.phase === 'preparing' ? 'thinking' : 'idle', mouth: REST_MOUTH }
      }
      data-niche={person?.id}
      className="mx-auto w-36 md:w-full md:max-w-68"
    />
  )
}
