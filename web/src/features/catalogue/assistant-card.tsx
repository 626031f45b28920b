import type { CatalogueAssistant } from '#contract/catalogue.ts'
import { Link } from 'react-router'
import { authLink } from '../../lib/auth-link.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CategoryBadge } from '../../ui/category-badge.tsx'
import { PortraitPicture } from '../../ui/portrait-picture.tsx'
import { mayTalkTo } from './may-talk-to.ts'

interface AssistantCardProps {
  assistant: CatalogueAssistant
  mayTalk: boolean
  onTalk: (assistant: CatalogueAssistant) => void
  onLeave: () => void
}

export function AssistantCard({ assistant, mayTalk, onTalk, onLeave }: AssistantCardProps) {
  const { id, name, title, description, image, category } = assistant
  return (
    <article
      data-niche={id}
      aria-labelledby={`assistant-${id}`}
      className="flex h-full flex-col rounded-[20px] border border-line bg-raised p-4"
    >
      <PortraitPicture id={id} image={image} alt={name} className="mx-auto w-[min(100%,11.5rem)]" />
      <div className="mt-4 flex flex-1 flex-col">
        <CategoryBadge id={id} label={category} className="self-start" />
        <h3 id={`assistant-${id}`} className="mt-3 text-xl">
          {title}
        </h3>
        <p id={`assistant-${id}-name`} className="mt-0.5 text-ink-soft">
          with {name}
        </p>
        <p className="mt-2.5 mb-4 text-[0.9375rem] leading-normal">{description}</p>
        {mayTalkTo(assistant, mayTalk) ? (
          <Button
            kind="primary"
            className="mt-auto"
            aria-describedby={`assistant-${id}-name`}
            onClick={() => onTalk(assistant)}
          >
            Talk
          </Button>
        ) : (
          <Link
            {...authLink('sign-up')}
            aria-describedby={`assistant-${id}-name`}
            className={buttonClass({ kind: 'outline', className: 'mt-auto' })}
            onClick={onLeave}
          >
            Sign up to talk
          </Link>
        )}
      </div>
    </article>
  )
}
