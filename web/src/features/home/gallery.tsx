import { CATALOGUE, type CatalogueAssistant } from '#contract/catalogue.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Carousel } from './carousel.tsx'
import { authLink } from '../../lib/auth-link.ts'
import { CategoryBadge } from '../../ui/category-badge.tsx'
import { PortraitPicture } from '../../ui/portrait-picture.tsx'

interface AssistantSlideProps {
  assistant: CatalogueAssistant
  /** Whether the viewer may talk and the assistant is available. */
  mayTalk: boolean
  onTalk: (assistant: CatalogueAssistant) => void
}

/** Extends the clickable area of the card's only control over the whole card. */
const WHOLE_CARD = 'mt-auto self-start after:absolute after:inset-0 after:rounded-[inherit]'

function AssistantSlide({ assistant, mayTalk, onTalk }: AssistantSlideProps) {
  const { id, name, title, description, image, category } = assistant
  const headingId = `slide-${id}`
  return (
    <article aria-labelledby={headingId} className="group relative flex h-full flex-col">
      <PortraitPicture id={id} image={image} alt="" />
      <span
        aria-hidden
        data-niche={id}
        className="mt-1.5 h-1 w-full origin-left scale-x-[0.12] rounded-full bg-niche-line transition-transform duration-200 ease-calm group-focus-within:scale-x-100 group-hover:scale-x-100"
      />
      <div className="flex flex-1 flex-col pt-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3 id={headingId} className="text-3xl">
            {name}
          </h3>
          <CategoryBadge id={id} label={category} />
        </div>
        <p className="mt-1 text-lg font-medium">{title}</p>
        <p className="mt-2 mb-5 text-ink-soft">{description}</p>
        {mayTalk ? (
          <Button kind="ink" aria-describedby={headingId} className={WHOLE_CARD} onClick={() => onTalk(assistant)}>
            Talk
          </Button>
        ) : (
          <ButtonLink
            {...authLink('sign-up')}
            draggable={false}
            aria-describedby={headingId}
            kind="outline"
            className={WHOLE_CARD}
          >
            Sign up to talk
          </ButtonLink>
        )}
      </div>
    </article>
  )
}

interface GalleryProps {
  mayTalkTo: (assistant: CatalogueAssistant) => boolean
  onTalk: (assistant: CatalogueAssistant) => void
  onOpenCatalogue: () => void
}

export function Gallery({ mayTalkTo, onTalk, onOpenCatalogue }: GalleryProps) {
  return (
    <section aria-labelledby="gallery" className="mx-auto max-w-page px-5 pt-24 sm:px-8 md:pt-28 xl:pt-32">
      <Carousel
        label={`The ${CATALOGUE.length} assistants`}
        heading={
          <div>
            <h2 id="gallery" className="text-[2.5rem] sm:text-5xl xl:text-6xl">
              AI Avatars for Every Industry
            </h2>
            <p className="mt-3 text-lg text-ink-soft xl:text-xl">
              Discover specialized AI assistants designed for your field
            </p>
          </div>
        }
        aside={
          <Button kind="quiet" data-opens="catalogue" onClick={onOpenCatalogue}>
            See all
          </Button>
        }
      >
        {CATALOGUE.map((assistant) => (
          <AssistantSlide key={assistant.id} assistant={assistant} mayTalk={mayTalkTo(assistant)} onTalk={onTalk} />
        ))}
      </Carousel>
    </section>
  )
}
