import type { PhotoFace } from '#contract/photo-face.ts'
import type { VoiceId } from '#contract/voices.ts'
import type { RefObject } from 'react'
import type { ChosenPhoto } from '../photo.ts'
import { SpokenWords } from './spoken-words.tsx'
import { StandIn } from './stand-in.tsx'
import type { SpeechState } from './use-speech.ts'
import { VideoPlayer } from './video-player.tsx'

const PREPARING = {
  voice: 'Taking a breath...',
  photo: 'Sending the photo...',
  upload: 'Sending the photo...',
  create: 'Requesting the video...',
  poll: 'Making the video. This takes a few seconds...',
} as const

interface TestStageProps {
  state: SpeechState
  voiceId: VoiceId
  photo: ChosenPhoto | null
  photoFace: PhotoFace | null
  isWithoutVideos: boolean
  player: RefObject<HTMLVideoElement | null>
  isPlaying: boolean
  onPlaying: (isPlaying: boolean) => void
}

export function TestStage(props: TestStageProps) {
  const { state, voiceId, photo, photoFace, isWithoutVideos, player, isPlaying, onPlaying } = props
  return (
    <div>
      {state.phase === 'video' ? (
        <VideoPlayer video={state.video} text={state.text} player={player} onPlaying={onPlaying} />
      ) : (
        <>
          <StandIn voiceId={voiceId} state={state} photoUrl={photo?.url ?? null} photoFace={photoFace} />
          <SpokenWords state={state} resting={restingWords(photo, isWithoutVideos)} preparing={PREPARING} />
        </>
      )}
      <p role="status" className="sr-only">
        {statusWords(state, isPlaying)}
      </p>
    </div>
  )
}

function restingWords(photo: ChosenPhoto | null, isWithoutVideos: boolean): string {
  if (photo === null) return 'A drawn stand-in speaks here until there is a photo.'
  return isWithoutVideos
    ? 'This server does not make videos. You can hear the voice here, and calls work as usual.'
    : 'Your photo says it in a video.'
}

function statusWords(state: SpeechState, isPlaying: boolean): string {
  switch (state.phase) {
    case 'silent':
      return ''
    case 'preparing':
      return state.step === 'voice' ? 'Preparing the voice' : PREPARING[state.step]
    case 'speaking':
      return 'Speaking'
    case 'video':
      return isPlaying ? 'The video is ready and plays' : 'The video is ready'
  }
}
