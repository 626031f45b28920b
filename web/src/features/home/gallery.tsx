import type { CatalogueAssistant } from '#contract/catalogue.ts'
import { Button } from '../../ui/button.tsx'
import { PortraitPicture } from '../../ui/portrait-picture.tsx'

interface GalleryProps {
  assistants: readonly CatalogueAssistant[]
  onTalk: (assistant: CatalogueAssistant) => void
  onOpenCatalogue: () => void
}

/** The hall: everyone in their arch. */
export function Gallery({ assistants, onTalk, onOpenCatalogue }: GalleryProps) {
  return (
    <section aria-labelledby="gallery" className="mx-auto max-w-page px-5 pt-24 sm:px-8 sm:pt-32">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div>
          <h2 id="gallery" className="text-4xl sm:text-5xl">
            AI Avatars for Every Industry
          </h2>
          <p className="mt-3 text-lg text-ink-soft">Discover specialized AI assistants designed for your field</p>
        </div>
        <Button onClick={onOpenCatalogue}>Compare all sixteen</Button>
      </div>
      <ul className="mt-10 grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4 lg:gap-x-7 lg:gap-y-10">
        {assistants.map((assistant) => (
          <li key={assistant.id}>
            <button
              type="button"
              data-niche={assistant.id}
              className="group block w-full rounded-card text-left outline-offset-6"
              onClick={() => onTalk(assistant)}
            >
              <PortraitPicture
                id={assistant.id}
                image={assistant.image}
                alt=""
                className="transition-transform duration-200 ease-calm group-hover:-translate-y-1.5"
              />
              <span className="mt-3 block h-0.5 w-8 bg-niche-line transition-[width] duration-200 ease-calm group-hover:w-full" />
              <span className="mt-2.5 block font-display text-xl leading-tight font-semibold tracking-tight">
                {assistant.name}
              </span>
              <span className="block text-[0.9375rem] text-ink-soft">{assistant.category}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
