import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isOn, type WatchedCall } from '../call/call.ts'

interface IntroductionVideoProps {
  src: string
  /** The assistant's name and the text of the video. */
  name: string
  words: string
  call: Pick<WatchedCall, 'state' | 'on'>
  /** Called when the video starts or stops speaking. */
  onSpeaking: (isSpeaking: boolean) => void
  /** Called when the video is no longer needed: a call begins, or it cannot be played. */
  onOver: () => void
}

/**
 * The assistant's introduction, a talking video over the face. It plays once by itself if the browser and the person's
 * settings allow it, and again on request. It is stopped before a call plays its first sound.
 */
export function IntroductionVideo({ src, name, words, call, onSpeaking, onOver }: IntroductionVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const tell = useEffectEvent(onSpeaking)
  const leave = useEffectEvent(onOver)

  useEffect(() => {
    const element = video.current
    if (element === null) return
    // In a browser that requires a click before playing, the portrait stays, with the button below.
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) element.play().catch(() => undefined)
    // A video element that is removed from the page would go on playing.
    return () => element.pause()
  }, [])
  useEffect(
    () =>
      call.on('change', () => {
        const element = video.current
        if (element === null || !isOn(call.state())) return
        element.muted = true
        element.pause()
        leave()
      }),
    [call],
  )
  useEffect(() => {
    tell(isPlaying)
    return () => tell(false)
  }, [isPlaying])

  const toggle = () => {
    const element = video.current
    if (element === null) return
    if (isPlaying) element.pause()
    element.currentTime = 0
    if (!isPlaying) element.play().catch(() => onOver())
  }
  const Icon = isPlaying ? Square : Play

  return (
    <>
      <div className={clsx('absolute inset-0 arch', !isPlaying && 'invisible')}>
        {/* Needs no caption track: the panel's conversation box shows the text. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          ref={video}
          src={src}
          playsInline
          preload="auto"
          aria-label={`${name} says: ${words}`}
          // Scaled up slightly, so that the picture's edges outside of the arch are not visible.
          className="size-full scale-[1.015] object-cover"
          onPlaying={() => setIsPlaying(true)}
          onPause={() => setIsPlaying(false)}
          onEnded={() => setIsPlaying(false)}
          onError={onOver}
        />
      </div>
      <button
        type="button"
        aria-label={isPlaying ? 'Stop the introduction' : 'Play the introduction'}
        onClick={toggle}
        className="absolute -right-2 -bottom-2 grid size-11 place-items-center rounded-full border border-line bg-raised text-ink hover:border-ink"
      >
        <Icon aria-hidden className="size-4 fill-current" />
      </button>
    </>
  )
}
