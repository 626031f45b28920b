import { useEffect, useLayoutEffect, type ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, type LinksFunction, type MetaFunction } from 'react-router'
import styles from './app.css?url'
import { ALIVE_EVENT } from './boot/start-late.ts'
import { siteOrigin } from './lib/page-meta.ts'
import { buttonClass } from './ui/button.tsx'
import displayFont from './ui/fonts/bricolage-grotesque-basic.woff2?url'
import textFont from './ui/fonts/instrument-sans-basic.woff2?url'
import { Logo } from './ui/logo.tsx'
import { useDialogHistory } from './ui/use-dialog-history.ts'
import { useScreenFocus } from './ui/use-screen-focus.ts'

// Linked by address. An imported style sheet would belong to some chunk, and be applied again by each script loaded
// later that shares the chunk.
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  ...[displayFont, textFont].map((href) => ({
    rel: 'preload' as const,
    as: 'font' as const,
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/icons/icon-32.png', type: 'image/png', sizes: '32x32' },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** For the fallback page, which serves screens that are not indexed. Each screen sets its own tags later. */
export const meta: MetaFunction = () => [{ title: 'Voxhall' }, { name: 'robots', content: 'noindex' }]

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-origin={siteOrigin()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf5ec" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1b1612" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  useDialogHistory()
  useScreenFocus()
  // Dispatched in a microtask after this effect: the event repeats a click that was kept. React hydrates a dehydrated
  // part of the page (`Suspense`) for a click only while React itself is idle, and otherwise drops the click. A later
  // effect might run during the step back from a dialog's entry, at which the page was reloaded.
  useLayoutEffect(() => queueMicrotask(() => dispatchEvent(new Event(ALIVE_EVENT))), [])
  return <Outlet />
}

/** Shown until the scripts have loaded, on addresses that are not prerendered. */
export function HydrateFallback() {
  return (
    <>
      <div className="grid min-h-dvh place-items-center text-line-strong" role="status" aria-label="Voxhall is loading">
        <Logo />
      </div>
      <noscript>
        <p className="fixed inset-x-0 top-0 p-6 text-center">
          This page needs JavaScript, which is switched off in your browser. The{' '}
          <a href="/" className="underline underline-offset-4">
            home page
          </a>{' '}
          can be read without it.
        </p>
      </noscript>
    </>
  )
}

/** Shown when the page has crashed. Uses a plain link, since the router itself may have failed. */
export function ErrorBoundary({ error }: { error: unknown }) {
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
