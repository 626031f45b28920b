import { Button } from '../../ui/button.tsx'
import { PanelAlert } from '../../ui/panel-alert.tsx'
import { LoadingText, WaitingRoom } from '../../ui/waiting-room.tsx'
import type { TalkingVideo } from './use-talking-video.ts'

interface CreatingVideoProps {
  assistant: { id: string; name: string; image: string }
  video: TalkingVideo
}

/** Shown until the call panel appears: whose video is being made, or that it could not be made. */
export function CreatingVideo({ assistant, video }: CreatingVideoProps) {
  const { state } = video
  return (
    <WaitingRoom assistant={assistant}>
      {state.step === 'failed' ? (
        <PanelAlert title={state.text} serious>
          {state.detail === '' ? null : <p className="mt-1 wrap-anywhere">{state.detail}</p>}
          <Button size="dense" className="mt-2.5" onClick={video.tryAgain}>
            Try Again
          </Button>
        </PanelAlert>
      ) : (
        <LoadingText>
          Creating {assistant.name}&apos;s avatar. This usually takes{' '}
          <span className="whitespace-nowrap">1-2 minutes.</span>
        </LoadingText>
      )}
      <div className="flex justify-center sm:justify-start">
        <Button
          kind="quiet"
          className="text-ink-soft underline decoration-line-strong underline-offset-4 sm:-ml-5"
          onClick={video.goWithout}
        >
          Continue without the video
        </Button>
      </div>
    </WaitingRoom>
  )
}
