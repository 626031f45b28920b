import { useEffect } from 'react'
import { Link, useLocation, type MetaFunction } from 'react-router'
import { buttonClass } from '../ui/button.tsx'

export const meta: MetaFunction = () => [{ title: 'Page not found · Voxhall' }, { name: 'robots', content: 'noindex' }]

export default function NotFoundRoute() {
  const { pathname } = useLocation()
  useEffect(() => {
    // oxlint-disable-next-line no-console -- asked for by the specification
    console.error('404 Error: User attempted to access non-existent route:', pathname)
  }, [pathname])

  return (
    <div className="mx-auto flex max-w-xl flex-col items-center px-5 pt-16 text-center sm:pt-24">
      <div className="arch grid w-44 place-items-end justify-center border border-line pb-8 sm:w-52">
        <p className="font-display text-6xl font-bold tracking-tight text-ink-soft">404</p>
      </div>
      <h1 className="mt-8 text-4xl">Oops! Page not found</h1>
      <p className="mt-3 text-ink-soft">This niche is empty. The assistants are all at home.</p>
      <Link to="/" className={buttonClass({ kind: 'primary', className: 'mt-7' })}>
        Return to Home
      </Link>
    </div>
  )
}
