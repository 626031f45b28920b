import Mic from 'lucide-react/icons/mic'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import Volume2 from 'lucide-react/icons/volume-2'
import { CATALOGUE, type CatalogueAssistant } from '#contract/catalogue.ts'
import { Button } from '../../ui/button.tsx'
import { PortraitPicture } from '../../ui/portrait-picture.tsx'
import { FLAT_GREETING_LINE, GREETING_LINE_HEIGHT, GREETING_LINE_WIDTH } from './greeting-timeline.ts'
import { HOST_MEASURES, useHeroVoice } from './use-hero-voice.ts'

interface HeroStageProps {
  assistant: CatalogueAssistant
  onTalk: (assistant: CatalogueAssistant) => void
}

/** The animated portrait of an assistant in its arch, with its greeting below. */
function HeroStage({ assistant, onTalk }: HeroStageProps) {
  const { host, line, word, isHeard, isStill, hear, hush, setStill } = useHeroVoice(assistant)
  const { id, name, image, greeting } = assistant
  const StillIcon = isStill ? Play : Pause

  return (
    <div
      data-niche={id}
      className="flex flex-col items-center max-md:mt-5 md:col-start-2 md:row-span-4 md:row-start-1 md:justify-center"
    >
      <div className="relative w-[min(66vw,34svh)] md:w-[clamp(17rem,calc((100svh-18.5rem)*0.83),35rem)] md:max-lg:w-80 md:max-w-full">
        <div className="rounded-[50%_50%_16px_16px/42%_42%_16px_16px] border border-line-strong/60 p-2 md:p-3">
          <div className="arch relative">
            <PortraitPicture id={id} image={image} alt="" eager priority />
            {/* A compositing layer of its own, so that nothing else is repainted when the face moves. */}
            <span
              ref={host}
              aria-hidden
              className="absolute inset-0 will-change-transform contain-strict [&>svg]:block [&>svg]:size-full"
            />
          </div>
        </div>
        <button
          type="button"
          aria-pressed={isStill}
          aria-label={`Hold ${name} still`}
          title={isStill ? 'Let the portrait move' : 'Hold the portrait still'}
          className="absolute right-4 bottom-4 grid size-9 place-items-center rounded-full bg-paper/85 text-ink-soft hover:text-ink motion-reduce:hidden md:right-6 md:bottom-6"
          onClick={() => setStill(!isStill)}
        >
          <StillIcon aria-hidden className="size-4 fill-current" />
        </button>
      </div>
      <svg
        aria-hidden
        viewBox={`0 0 ${GREETING_LINE_WIDTH} ${GREETING_LINE_HEIGHT}`}
        className="mt-2 h-7 w-80 max-w-full text-niche-line"
      >
        <path
          ref={line}
          d={FLAT_GREETING_LINE}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </svg>
      <GreetingCaption text={greeting} word={word} />
      <div className="mt-3 flex flex-wrap justify-center gap-2.5 md:mt-4">
        <Button
          kind="primary"
          size="large"
          className="max-lg:px-4 max-lg:text-base"
          onClick={() => {
            hush()
            onTalk(assistant)
          }}
        >
          <Mic aria-hidden className="size-5" />
          Talk with {name}
        </Button>
        <Button size="large" className="min-w-36 max-lg:px-4 max-lg:text-base" onClick={isHeard ? hush : hear}>
          {isHeard ? (
            <Square aria-hidden className="size-4 fill-current" />
          ) : (
            <Volume2 aria-hidden className="size-5" />
          )}
          {isHeard ? 'Stop' : `Hear ${name}`}
        </Button>
      </div>
    </div>
  )
}

interface GreetingCaptionProps {
  text: string
  /** Index of the word being said; null while nothing is. */
  word: number | null
}

/** The greeting as text. Each word is highlighted as it is spoken, aloud or silently. */
function GreetingCaption({ text, word }: GreetingCaptionProps) {
  const words = text.split(' ')
  return (
    <p className="mt-1 min-h-[1lh] max-w-[20em] max-[24rem]:min-h-[2lh] text-center font-display text-lg leading-snug font-medium text-balance md:min-h-[2lh] md:text-xl xl:min-h-[1lh] xl:max-w-none">
      {words.map((spoken, index) => (
        <span key={index}>
          <span
            data-spoken={word === null ? undefined : index === word ? 'now' : index < word ? 'before' : 'after'}
            className="rounded-control -mx-[3px] px-[3px] data-[spoken=after]:text-ink-soft data-[spoken=now]:bg-niche-tint data-[spoken=now]:text-niche-ink"
          >
            {spoken}
          </span>
          {index < words.length - 1 ? ' ' : ''}
        </span>
      ))}
    </p>
  )
}

const HOST = CATALOGUE.find(({ id }) => id === HOST_MEASURES.id)

interface HeroProps {
  onTalk: (assistant: CatalogueAssistant) => void
  onCreate: () => void
}

/** The first screen. On phones the face is between headline and buttons, so that it is visible without scrolling. */
export function Hero({ onTalk, onCreate }: HeroProps) {
  if (HOST === undefined) return null
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
      <HeroStage assistant={HOST} onTalk={onTalk} />
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
