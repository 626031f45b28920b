import type { CatalogueAssistant } from '#contract/catalogue.ts'
import { Button } from '../../ui/button.tsx'
import { LivingPortrait } from './living-portrait.tsx'
import { PortraitPicture } from '../../ui/portrait-picture.tsx'

interface HeroProps {
  assistants: readonly CatalogueAssistant[]
  onCreate: () => void
  onOpenCatalogue: () => void
}

/** Who stands in the three arches: one in front, two beside. */
const IN_FRONT = 'healthcare'
const BESIDE = ['culinary', 'academic']
const GREETING = "Hello, I'm Amara, an AI. What would you like to know?"

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
        <div className="mx-auto w-full max-w-md lg:col-span-5 lg:max-w-none">
          <div aria-hidden className="flex items-end justify-center">
            {beside.map((assistant, place) => (
              <PortraitPicture
                key={assistant.id}
                id={assistant.id}
                image={assistant.image}
                alt=""
                eager
                className={place === 0 ? 'order-1 -mr-[7%] w-[30%]' : 'order-3 -ml-[7%] w-[30%]'}
              />
            ))}
            <LivingPortrait
              id={front.id}
              image={front.image}
              className="arch relative z-10 order-2 w-[56%] shrink-0 overflow-visible! outline-6 outline-paper"
            />
          </div>
          <p className="mx-auto mt-4 w-fit rounded-2xl bg-sunk px-5 py-2.5 text-center">“{GREETING}”</p>
        </div>
      )}
    </section>
  )
}
