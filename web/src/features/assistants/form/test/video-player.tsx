import Download from 'lucide-react/icons/download'
import { useEffect, useState, type RefObject } from 'react'
import { buttonClass } from '../../../../ui/button.tsx'
import type { TalkingVideo } from './make-video.ts'

interface VideoPlayerProps {
  video: TalkingVideo
  /** The text spoken in the video, for people who cannot hear it. */
  text: string
  player: RefObject<HTMLVideoElement | null>
  onPlaying: (isPlaying: boolean) => void
}

/** The finished video. It starts by itself, since the person has just requested it, and can be downloaded. */
export function VideoPlayer({ video, text, player, onPlaying }: VideoPlayerProps) {
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    // Some browsers require a click before they play sound; the player's own controls allow for it.
    player.current?.play().catch(() => undefined)
  }, [player])

  return (
    <figure className="mx-auto w-full max-w-68">
      {/* Needs no caption track: the text of the video is shown below it. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={player}
        src={video.url}
        controls
        playsInline
        preload="auto"
        aria-label="The talking video"
        className="block max-h-[50dvh] w-full rounded-[20px] bg-sunk"
        onPlay={() => onPlaying(true)}
        onPause={() => onPlaying(false)}
        onEnded={() => onPlaying(false)}
        onError={() => {
          setIsBroken(true)
          onPlaying(false)
        }}
      />
      <figcaption className="mt-3 text-center text-[0.9375rem] wrap-anywhere">
        {isBroken ? (
          <span role="alert">This browser could not play the video. Download it to watch it elsewhere.</span>
        ) : (
          text
        )}
      </figcaption>
      <p className="mt-3 text-center">
        <a href={video.downloadUrl} download className={buttonClass({ size: 'small' })}>
          <Download aria-hidden className="size-4.5" />
          Download the video
        </a>
      </p>
    </figure>
  )
}
