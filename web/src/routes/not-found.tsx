import { useEffect } from 'react'
import { useLocation, type MetaFunction } from 'react-router'
import { privatePageMeta } from '../lib/page-meta.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { useShell } from './shell-context.ts'
import { PortraitPicture } from '../ui/portrait-picture.tsx'

export const meta: MetaFunction = () => privatePageMeta('Page not found')

export default function NotFoundRoute() {
  const { pathname } = useLocation()
  const shell = useShell()
  useEffect(() => {
    // oxlint-disable-next-line no-console -- asked for by the specification
    console.error('404 Error: User attempted to access non-existent route:', pathname)
  }, [pathname])

  return (
    <div className="mx-auto flex max-w-page flex-col items-center px-5 pt-10 text-center sm:pt-14">
      <EmptyNiche />
      <h1 className="mt-8 text-4xl sm:text-5xl">Oops! Page not found</h1>
      <p className="mt-4 text-lg text-ink-soft">This page does not exist, but the assistants are all here.</p>
      <p className="mt-3 line-clamp-2 max-w-[min(100%,52ch)] rounded-control bg-sunk px-3 py-1 text-[0.9375rem] break-all">
        {pathname}
      </p>
      <ButtonLink to="/" kind="primary" size="large" className="mt-8">
        Return to Home
      </ButtonLink>
      <div className="mt-3 flex flex-wrap justify-center gap-x-2 gap-y-1">
        <Button kind="quiet" data-opens="catalogue" onClick={shell.openCatalogue}>
          See the AI Assistants
        </Button>
        <ButtonLink to="/pricing" kind="quiet">
          Plans & Pricing
        </ButtonLink>
      </div>
    </div>
  )
}

/** A decorative picture: two portraits in their arches, and an empty arch between them. */
function EmptyNiche() {
  return (
    <div aria-hidden className="flex max-w-full items-end justify-center gap-3 sm:gap-5">
      <PortraitPicture id="technology" alt="" eager className="w-24 min-w-0 shrink sm:w-36" />
      <div className="relative w-36 min-w-0 shrink sm:w-52">
        <div className="arch grid place-items-center border border-line-strong bg-sunk">
          <svg viewBox="0 0 100 120" className="size-full fill-none">
            {/* The back wall of the empty arch, a nail, and the outline that a picture has left. */}
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
