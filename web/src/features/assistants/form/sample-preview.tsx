import { REST_MOUTH } from '#portrait/pose.ts'
import { UserRound } from 'lucide-react'
import { useWatch, type Control } from 'react-hook-form'
import { TalkingPhoto } from '../../../ui/talking-photo.tsx'
import type { AssistantForm } from './assistant-form.ts'

/** How the assistant will stand in its arch: the photo, the name, and the first thing it says. */
export function SamplePreview({ control }: { control: Control<AssistantForm> }) {
  const [photo, photoFace, name, firstMessage] = useWatch({
    control,
    name: ['photo', 'photoFace', 'assistantName', 'firstMessage'],
  })
  return (
    <section aria-label="How it will look" className="sticky top-0 rounded-[20px] bg-sunk p-6">
      {photo === null ? (
        <div className="arch mx-auto grid w-full max-w-56 place-items-center bg-raised">
          <UserRound aria-hidden strokeWidth={1} className="mt-6 size-24 text-line-strong" />
        </div>
      ) : (
        <TalkingPhoto
          src={photo.url}
          face={photoFace}
          alt=""
          momentOf={() => ({ mode: 'idle', mouth: REST_MOUTH })}
          className="mx-auto w-full max-w-56 bg-raised"
        />
      )}
      <p className="mt-4 text-center font-display text-2xl leading-tight font-semibold tracking-tight wrap-anywhere">
        {name.trim() || <span className="text-ink-soft">Your assistant</span>}
      </p>
      <p className="mt-3 rounded-card bg-raised px-4 py-3 text-center text-[0.9375rem] wrap-anywhere">
        {firstMessage.trim() || <span className="text-ink-soft">Its first message appears here.</span>}
      </p>
    </section>
  )
}
