import type { CatalogueAssistant } from '#contract/catalogue.ts'
import { Button } from '../../../ui/button.tsx'
import { CategoryBadge } from '../../../ui/category-badge.tsx'
import { PortraitPicture } from '../../../ui/portrait-picture.tsx'
import { mayTalkTo } from './may-talk-to.ts'

interface AssistantCardProps {
  assistant: CatalogueAssistant
  mayTalk: boolean
  /** To the call, or for somebody who may not yet, to signing up. */
  onTalk: (assistant: CatalogueAssistant) => void
}

/** One assistant of the catalogue: on a phone the portrait stands beside the words, elsewhere above them. */
export function AssistantCard({ assistant, mayTalk, onTalk }: AssistantCardProps) {
  const { id, name, title, description, image, category } = assistant
  const isOpen = mayTalkTo(assistant, mayTalk)
  return (
    <article
      data-niche={id}
      aria-labelledby={`assistant-${id}`}
      className="grid h-full grid-cols-[6.5rem_1fr] gap-x-4 rounded-[22px] border border-line bg-raised p-4 transition-colors duration-150 hover:border-niche-line min-[34rem]:flex min-[34rem]:flex-col min-[34rem]:p-5"
    >
      <PortraitPicture
        id={id}
        image={image}
        alt={name}
        className="w-full min-[34rem]:mx-auto min-[34rem]:w-[min(100%,11.5rem)]"
      />
      <div className="min-[34rem]:mt-4">
        <CategoryBadge id={id} label={category} className="inline-block" />
        <h3 id={`assistant-${id}`} className="mt-2.5 text-xl">
          {title}
        </h3>
        <p id={`assistant-${id}-name`} className="mt-1 text-ink-soft">
          with {name}
        </p>
      </div>
      <p className="col-span-2 mt-3 mb-4 text-[0.9375rem] leading-normal min-[34rem]:mt-2.5">{description}</p>
      <Button
        kind={isOpen ? 'primary' : 'outline'}
        className="col-span-2 mt-auto w-full"
        aria-describedby={`assistant-${id}-name`}
        onClick={() => onTalk(assistant)}
      >
        {isOpen ? 'Talk' : 'Sign up to talk'}
      </Button>
    </article>
  )
}
