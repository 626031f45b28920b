import { PortraitPicture } from '../../ui/portrait-picture.tsx'

/** Three niches of the hall: two neighbours at home, and between them the one where nobody stands. Only a picture. */
export function EmptyNiche() {
  return (
    <div aria-hidden className="flex max-w-full items-end justify-center gap-3 sm:gap-5">
      <PortraitPicture id="technology" alt="" eager className="w-24 min-w-0 shrink sm:w-36" />
      <div className="relative w-36 min-w-0 shrink sm:w-52">
        <div className="arch grid place-items-center border border-line-strong bg-sunk">
          <svg viewBox="0 0 100 120" className="size-full fill-none">
            {/* The back wall of the niche, its nail, and the shadow of a picture that used to hang there. */}
            <path d="M14 120V55a36 36 0 0 1 72 0v65" className="fill-paper stroke-line" strokeWidth="1" />
            <path d="M14 105h72" className="stroke-line" strokeWidth="1" />
            <circle cx="50" cy="36" r="1.6" className="fill-line-strong" />
          </svg>
        </div>
        <p className="absolute inset-x-0 top-[48%] text-center font-display text-[2.5rem] leading-none font-bold tracking-tight text-ink-soft sm:text-6xl">
          404
        </p>
      </div>
      <PortraitPicture id="friendship" alt="" eager className="w-24 min-w-0 shrink sm:w-36" />
    </div>
  )
}
