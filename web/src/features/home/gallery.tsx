import type { CatalogueAssistant } from '#contract/catalogue.ts'
import { Button } from '../../ui/button.tsx'
import { AssistantSlide } from './assistant-slide.tsx'
import { Carousel } from './carousel.tsx'

interface GalleryProps {
  assistants: readonly CatalogueAssistant[]
  mayTalkTo: (assistant: CatalogueAssistant) => boolean
  onTalk: (assistant: CatalogueAssistant) => void
  onOpenCatalogue: () => void
}

/** The hall: everyone in their arch. */
export function Gallery({ assistants, mayTalkTo, onTalk, onOpenCatalogue }: GalleryProps) {
  return (
    <section aria-labelledby="gallery" className="mx-auto max-w-page px-5 pt-24 sm:px-8 md:pt-28 xl:pt-32">
      <Carousel
        label={`The ${assistants.length} assistants`}
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
        {assistants.map((assistant) => (
          <AssistantSlide key={assistant.id} assistant={assistant} mayTalk={mayTalkTo(assistant)} onTalk={onTalk} />
        ))}
      </Carousel>
    </section>
  )
}
