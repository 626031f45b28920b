import { Button } from '../../ui/button.tsx'
import { PortraitPicture } from '../../ui/portrait-picture.tsx'

const SHOWN: readonly string[] = ['education', 'culinary', 'healthcare', 'academic', 'technology']

/** An invitation for visitors who would rather hear an assistant first. */
export function TryFirst({ onOpenCatalogue }: { onOpenCatalogue: () => void }) {
  return (
    <section
      aria-labelledby="try-first"
      className="mt-16 far-below [contain-intrinsic-height:auto_24rem] md:[contain-intrinsic-height:auto_20rem] xl:[contain-intrinsic-height:auto_17rem] grid items-center gap-8 overflow-hidden rounded-[28px] bg-sunk px-6 pt-9 sm:mt-24 sm:px-10 md:grid-cols-2 md:pt-0"
    >
      <div className="md:py-12">
        <h2 id="try-first" className="text-3xl sm:text-4xl">
          Hear it before you pay for it
        </h2>
        <p className="mt-3 max-w-[44ch] text-ink-soft">
          A minute tells you more than a list. Choose an assistant, ask your own questions, and then decide.
        </p>
        <Button kind="ink" size="large" data-opens="catalogue" className="mt-6" onClick={onOpenCatalogue}>
          Talk for a minute, free
        </Button>
      </div>
      <div aria-hidden className="flex items-end justify-center self-end">
        {SHOWN.map((id, place) => (
          <PortraitPicture
            key={id}
            id={id}
            alt=""
            className={place === 2 ? 'z-10 w-[34%] rounded-b-none' : 'w-[23%] rounded-b-none not-first:-ml-[4%]'}
          />
        ))}
      </div>
    </section>
  )
}
