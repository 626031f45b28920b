import type { CatalogueAssistant } from '#contract/catalogue.ts'
import { Button } from '../../ui/button.tsx'
import { PortraitPicture } from '../../ui/portrait-picture.tsx'

interface HeroProps {
  assistants: readonly CatalogueAssistant[]
  onCreate: () => void
  onOpenCatalogue: () => void
}

/** Who stands in the three arches: one in front, two beside. */
const IN_FRONT = 'healthcare'
const BESIDE = ['culinary', 'academic']

export function Hero({ assistants, onCreate, onOpenCatalogue }: HeroProps) {
  const front = assistants.find((assistant) => assistant.id === IN_FRONT)
  const beside = BESIDE.flatMap((id) => assistants.filter((assistant) => assistant.id === id))

  return (
    <section className="mx-auto grid max-w-page grid-cols-1 items-center gap-x-10 gap-y-12 px-5 pt-10 sm:px-8 sm:pt-16 lg:grid-cols-12 lg:pt-20">
      <div className="lg:col-span-7">
        <p className="inline-block rounded-2xl bg-sunk px-4 py-2 text-[0.9375rem] leading-snug">
          Introducing AI Assistants: Integrate conversational AI into your digital workflows
        </p>
        <h1 className="mt-6 text-[2.75rem] sm:text-6xl xl:text-7xl">Personal AI Assistants you simply talk to</h1>
        <p className="mt-6 max-w-[52ch] text-lg text-ink-soft">
          Sixteen of them, each with a face, a voice and a field of its own. Say what is on your mind, cut in when you
          like, and read it all again later.
        </p>
        <p className="mt-6 font-display text-2xl font-semibold tracking-tight">Starting for just $9.99/month</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button kind="primary" size="large" className="max-sm:w-full max-sm:px-4" onClick={onCreate}>
            Create an assistant for your business today
          </Button>
          <Button size="large" className="max-sm:w-full" onClick={onOpenCatalogue}>
            Meet the AI Assistants
          </Button>
        </div>
      </div>
      {front === undefined ? null : (
        <div
          aria-hidden
          className="relative mx-auto flex w-full max-w-md items-end justify-center lg:col-span-5 lg:max-w-none"
        >
          {beside.map((assistant, place) => (
            <PortraitPicture
              key={assistant.id}
              id={assistant.id}
              image={assistant.image}
              alt=""
              eager
              className={place === 0 ? 'order-1 -mr-8 w-[34%]' : 'order-3 -ml-8 w-[34%]'}
            />
          ))}
          <PortraitPicture
            id={front.id}
            image={front.image}
            alt=""
            eager
            className="relative z-10 order-2 w-[58%] outline-6 outline-paper"
          />
        </div>
      )}
    </section>
  )
}
