import { UserRound } from 'lucide-react'
import { useWatch, type Control } from 'react-hook-form'
import type { AssistantForm } from './assistant-form.ts'

/** How the assistant will stand in its arch: the photo, the name, and the first thing it says. */
export function SamplePreview({ control }: { control: Control<AssistantForm> }) {
  const [photo, name, firstMessage] = useWatch({ control, name: ['photo', 'assistantName', 'firstMessage'] })
  return (
    <section aria-label="How it will look" className="sticky top-0 rounded-[20px] bg-sunk p-6">
      <div className="arch mx-auto grid w-full max-w-56 place-items-center bg-raised">
        {photo === null ? (
          <UserRound aria-hidden strokeWidth={1} className="mt-6 size-24 text-line-strong" />
        ) : (
          <img src={photo.url} alt="" className="size-full object-cover" />
        )}
      </div>
      <p className="mt-4 text-center font-display text-2xl leading-tight font-semibold tracking-tight wrap-anywhere">
        {name.trim() || <span className="text-ink-soft">Your assistant</span>}
      </p>
      <p className="mt-3 rounded-card bg-raised px-4 py-3 text-center text-[0.9375rem] wrap-anywhere">
        {firstMessage.trim() || <span className="text-ink-soft">Its first message stands here.</span>}
      </p>
    </section>
  )
}
