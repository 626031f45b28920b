import { Button } from '../../../ui/button.tsx'
import { PortraitPicture } from '../../../ui/portrait-picture.tsx'
import { PanelAlert } from '../panel/panel-alert.tsx'
import type { TalkPartner } from '../panel/voice-panel.tsx'
import type { TalkingVideo } from './use-talking-video.ts'

/** What is seen until the panel comes: whose video is being made, or that it could not be. Laid out as the panel is. */
export function CreatingVideo({ assistant, video }: { assistant: TalkPartner; video: TalkingVideo }) {
  const { id, name, image } = assistant
  const { state } = video
  return (
    <div className="flex h-full flex-col gap-x-10 gap-y-8 sm:grid sm:h-auto sm:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="flex flex-col items-center sm:justify-center">
        <PortraitPicture id={id} image={image} alt={name} eager className="w-[min(58vw,15.5rem,26dvh)] sm:w-64" />
      </div>
      <div className="flex min-w-0 flex-col justify-center gap-5 sm:min-h-108">
        {state.step === 'failed' ? (
          <PanelAlert title={state.text} serious>
            {state.detail === '' ? null : <p className="mt-1 wrap-anywhere">{state.detail}</p>}
            <Button size="small" className="mt-2.5" onClick={video.tryAgain}>
              Try Again
            </Button>
          </PanelAlert>
        ) : (
          <div className="flex flex-col gap-4">
            <p role="status" className="text-center text-lg sm:text-left">
              Creating {name}&apos;s avatar. This usually takes <span className="whitespace-nowrap">1-2 minutes.</span>
            </p>
            <span aria-hidden className="h-1 rounded-full bg-line-strong motion-safe:animate-pulse" />
          </div>
        )}
        <div className="flex flex-col items-center gap-1.5 sm:items-start">
          <Button
            kind="quiet"
            className="text-ink-soft underline decoration-line-strong underline-offset-4 sm:-ml-5"
            onClick={video.goWithout}
          >
            Go on without the video
          </Button>
        </div>
      </div>
    </div>
  )
}
