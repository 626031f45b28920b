import { useEffect } from 'react'
import { Link, useLocation, type MetaFunction } from 'react-router'
import { EmptyNiche } from '../features/not-found/empty-niche.tsx'
import { privatePageMeta } from '../lib/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { useShell } from './shell-context.ts'

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
      <Link to="/" className={buttonClass({ kind: 'primary', size: 'large', className: 'mt-8' })}>
        Return to Home
      </Link>
      <div className="mt-3 flex flex-wrap justify-center gap-x-2 gap-y-1">
        <Button kind="quiet" data-opens="catalogue" onClick={shell.openCatalogue}>
          See the AI Assistants
        </Button>
        <Link to="/pricing" className={buttonClass({ kind: 'quiet' })}>
          Plans & Pricing
        </Link>
      </div>
    </div>
  )
}
