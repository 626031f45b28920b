import type { CatalogueAssistant } from '#contract/catalogue.ts'
import { Button } from '../../ui/button.tsx'
import { HeroStage } from './hero-stage.tsx'

interface HeroProps {
  /** The assistant shown in the arch. */
  host: CatalogueAssistant
  onTalk: (assistant: CatalogueAssistant) => void
  onCreate: () => void
}

/** The first screen. On phones the face is between headline and buttons, so that it is visible without scrolling. */
export function Hero({ host, onTalk, onCreate }: HeroProps) {
  return (
    <section
      className={
        'mx-auto grid max-w-page grid-cols-1 gap-x-8 px-5 pt-4 sm:px-8 sm:pt-6 ' +
        'md:min-h-[min(calc(100svh-4rem),40rem)] md:grid-cols-2 md:grid-rows-[1fr_auto_auto_1fr] ' +
        'lg:min-h-[min(calc(100svh-4rem),60rem)] lg:grid-cols-[minmax(0,6.5fr)_minmax(0,5.5fr)] lg:gap-x-12'
      }
    >
      <div className="max-md:text-center md:row-start-2">
        <p className="inline-block rounded-2xl bg-sunk px-4 py-1.5 text-[0.875rem] leading-snug text-balance sm:text-[0.9375rem] md:py-2">
          Introducing AI Assistants: Integrate conversational AI into your digital workflows
        </p>
        <h1 className="mt-3.5 text-[2.25rem] sm:text-5xl md:mt-6 lg:text-[4rem] xl:text-[4.75rem] 2xl:text-[5.75rem]">
          Personal AI Assistants you simply talk to
        </h1>
      </div>
      <HeroStage
        assistant={host}
        onTalk={onTalk}
        className="max-md:mt-5 md:col-start-2 md:row-span-4 md:row-start-1 md:justify-center"
      />
      <div className="max-md:mt-10 max-md:text-center md:row-start-3">
        <p className="mx-auto max-w-[34em] text-lg text-ink-soft md:mx-0 md:mt-6 xl:text-xl xl:leading-normal">
          Sixteen of them, each with a face, a voice and a field of its own. Say what is on your mind, cut in when you
          like, and read it all again later.
        </p>
        <p className="mt-6 font-display text-2xl font-semibold tracking-tight xl:text-[1.75rem]">
          Starting for just $9.99/month
        </p>
        <Button
          kind="ink"
          size="large"
          data-opens="customize"
          className="mt-5 max-lg:whitespace-normal max-sm:w-full"
          onClick={onCreate}
        >
          Create an assistant for your business today
        </Button>
      </div>
    </section>
  )
}
