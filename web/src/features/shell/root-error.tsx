import { useEffect } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { Logo } from './logo.tsx'

/** When the page itself broke. A plain link, since the router may be what failed. */
export function RootError({ error }: { error: unknown }) {
  // oxlint-disable-next-line no-console -- the only trace of what went wrong
  useEffect(() => console.error(error), [error])
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center gap-5 px-5">
      <Logo className="text-accent [&>span]:text-ink" />
      <h1 className="text-4xl">This page stopped working</h1>
      <p className="text-ink-soft">
        Your account and your calls are safe. Load the page again; if it happens again, start from the home page.
      </p>
      <a href="/" className={buttonClass({ kind: 'primary', className: 'justify-self-start' })}>
        Go to the home page
      </a>
    </main>
  )
}
