import { VOICES, type VoiceId } from '#contract/voices.ts'
import Square from 'lucide-react/icons/square'
import Volume2 from 'lucide-react/icons/volume-2'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../../lib/notify.ts'

/** A button that plays and stops a sentence in the chosen voice. */
export function VoiceSample({ voiceId }: { voiceId: VoiceId }) {
  const audio = useRef<HTMLAudioElement | null>(null)
  const [isPlaying, setPlaying] = useState(false)
  const label = VOICES.find(({ id }) => id === voiceId)?.label ?? voiceId

  const stop = () => {
    audio.current?.pause()
    audio.current = null
    setPlaying(false)
  }
  // Stops when another voice is chosen or the form is left.
  useEffect(() => stop, [voiceId])

  const play = () => {
    stop()
    const sound = new Audio(`/api/voices/${voiceId}/sample.wav`)
    audio.current = sound
    setPlaying(true)
    const ended = () => (audio.current === sound ? stop() : undefined)
    sound.addEventListener('ended', ended)
    sound.play().catch(() => {
      // Playback was stopped before it began.
      if (audio.current !== sound) return
      stop()
      notify({
        kind: 'error',
        title: 'The voice could not be played',
        description: 'Nothing was lost. Please try again in a moment.',
      })
    })
  }

  return (
    <button
      type="button"
      aria-label={isPlaying ? 'Stop the voice' : `Listen to ${label}`}
      className="grid size-12 shrink-0 place-items-center rounded-control border border-line-strong bg-raised hover:border-ink"
      onClick={isPlaying ? stop : play}
    >
      {isPlaying ? <Square aria-hidden className="size-4.5" /> : <Volume2 aria-hidden className="size-5" />}
    </button>
  )
}
