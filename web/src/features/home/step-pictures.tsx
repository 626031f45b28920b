import { PortraitPicture } from '../../ui/portrait-picture.tsx'

// Illustrations built from the site's own components. They repeat the text beside them, so they are hidden from screen
// readers.

const FRAME = 'flex h-40 items-end justify-center overflow-hidden rounded-card bg-sunk px-5 lg:h-48'

const CHOICES = ['technology', 'pediatrics', 'friendship']

/** Three arches, one of them selected. */
export function ChoosePicture() {
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
export function InterruptPicture() {
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
export function CaptionsPicture() {
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
