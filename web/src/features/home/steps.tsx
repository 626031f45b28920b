import { PortraitPicture } from '../../ui/portrait-picture.tsx'

const STEPS = [
  {
    Picture: ChoosePicture,
    title: 'Choose an assistant',
    text: 'Each of the sixteen knows one field well and says so when a question falls outside it. A one-minute call is free, and you need no card.',
  },
  {
    Picture: InterruptPicture,
    title: 'Talk as you always do',
    text: 'An answer begins about half a second after you stop. Cut in, and the assistant falls silent within a fifth of a second. Where you cannot speak, type.',
  },
  {
    Picture: CaptionsPicture,
    title: 'Read it again',
    text: 'Captions follow the voice. Afterwards the words are in your calls, for you alone. The sound is not kept.',
  },
]

export function Steps() {
  return (
    <section
      aria-labelledby="steps"
      className="mx-auto max-w-page px-5 pt-28 sm:px-8 xl:pt-36 far-below [contain-intrinsic-height:auto_70rem] md:[contain-intrinsic-height:auto_44rem] lg:[contain-intrinsic-height:auto_29rem]"
    >
      <h2 id="steps" className="text-[2.5rem] sm:text-5xl xl:text-6xl">
        How a call goes
      </h2>
      <ol className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-10 lg:grid-cols-3 xl:mt-10">
        {STEPS.map(({ Picture, title, text }, index) => (
          <li
            key={title}
            className="border-t-2 border-ink pt-5 md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:items-center md:max-lg:gap-8"
          >
            <Picture />
            <div>
              <h3 className="mt-6 text-2xl md:max-lg:mt-0">
                <span aria-hidden className="mr-2.5 text-ink-soft tabular-nums">
                  {index + 1}
                </span>
                {title}
              </h3>
              <p className="mt-2.5 max-w-[34em] text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

// Illustrations built from the site's own components. They repeat the text beside them, so they are hidden from screen
// readers.

const FRAME = 'flex h-40 items-end justify-center overflow-hidden rounded-card bg-sunk px-5 lg:h-48'

const CHOICES = ['technology', 'pediatrics', 'friendship']

/** Three arches, one of them selected. */
function ChoosePicture() {
  return (
    <div aria-hidden className={FRAME}>
      <div className="flex items-end gap-3">
        {CHOICES.map((id, place) => (
          <PortraitPicture
            key={id}
            id={id}
            alt=""
            className={
              place === 1 ? 'w-26 outline-3 outline-offset-4 outline-accent lg:w-32' : 'w-20 opacity-70 lg:w-24'
            }
          />
        ))}
      </div>
    </div>
  )
}

const THEIR_VOICE =
  'M0 30 q4 -14 8 0 t8 0 q4 -26 8 0 t8 0 q4 -36 8 0 t8 0 q4 -24 8 0 t8 0 q4 -40 8 0 t8 0 q4 -28 8 0 t8 0 q4 -12 8 0 t8 0 H300'
const YOUR_VOICE =
  'M0 30 H132 q4 -30 8 0 t8 0 q4 -44 8 0 t8 0 q4 -22 8 0 t8 0 q4 -38 8 0 t8 0 q4 -30 8 0 t8 0 q4 -18 8 0 t8 0 q4 -34 8 0 t8 0 q4 -12 8 0 t8 0 H300'

/** Two waveforms: one falls silent where the other begins. */
function InterruptPicture() {
  return (
    <div aria-hidden className={`${FRAME} items-center!`}>
      <div className="grid w-full max-w-84 gap-1 text-[0.8125rem] font-semibold">
        <VoiceRow label="Omar" path={THEIR_VOICE} niche="customer-service" />
        <VoiceRow label="You" path={YOUR_VOICE} />
      </div>
    </div>
  )
}

function VoiceRow({ label, path, niche }: { label: string; path: string; niche?: string }) {
  return (
    <div data-niche={niche} className="grid grid-cols-[3.25rem_1fr] items-center">
      <span>{label}</span>
      <svg viewBox="0 0 300 60" className={`h-14 w-full ${niche === undefined ? 'text-ink' : 'text-niche-line'}`}>
        <path d={path} fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
    </div>
  )
}

/** A question and the beginning of its answer, as captions. */
function CaptionsPicture() {
  return (
    <div aria-hidden className={`${FRAME} items-center!`}>
      <div data-niche="healthcare" className="grid w-full max-w-84 gap-2.5 text-[0.9375rem] leading-snug">
        <p className="justify-self-end rounded-2xl rounded-br-sm bg-ink px-4 py-2.5 text-paper">
          What should I do about a fever?
        </p>
        <p className="justify-self-start rounded-2xl rounded-bl-sm bg-niche-tint px-4 py-2.5 text-niche-ink">
          Rest, drink plenty, and take a fever medicine as its label says.
        </p>
      </div>
    </div>
  )
}
