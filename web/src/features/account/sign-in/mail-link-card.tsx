import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { authLink } from '../../../lib/auth-link.ts'
import { useBusy } from '../../../lib/use-busy.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import type { lookAtReset } from './auth-client.ts'
import { tellFailure } from './auth-notices.ts'
import { LocalMailboxHint } from './local-mailbox-hint.tsx'

/**
 * The state of a link from a mail. Reading it does not use the link up, so mail scanners that render the page do no
 * harm. Must be used inside of `ScreenQueries`.
 * @param token empty when the address has none
 */
export function useMailLink(token: string, look: typeof lookAtReset) {
  return useQuery({
    queryKey: ['mail-link', token],
    queryFn: () => look(token),
    enabled: token !== '',
    staleTime: Infinity,
    // Without a connection, the card says so at once.
    networkMode: 'always',
  })
}

interface MailLinkCardProps extends Record<'used' | 'expired' | 'unknown', ReactNode> {
  title: string
  link: ReturnType<typeof useMailLink>
  /** Shown for a link that works. */
  children: (link: { email: string; needsPassword: boolean }) => ReactNode
}

/** The card on a page that is opened by a link in a mail. */
export function MailLinkCard({ title, link, children, ...rest }: MailLinkCardProps) {
  const { data, isFetching, isError, refetch } = link
  return (
    <div className="mx-auto max-w-md px-5 pt-10 sm:pt-16">
      <h1 className="mb-6 text-center text-4xl">{title}</h1>
      <div className="rounded-[22px] border border-line bg-raised p-5 shadow-raised sm:p-8">
        {isFetching ? (
          <p role="status" className="text-ink-soft">
            Checking your link...
          </p>
        ) : isError ? (
          <div role="alert" className="grid justify-items-start gap-4">
            <p>
              We could not check your link because the server cannot be reached. The link is unchanged; please try
              again.
            </p>
            <Button kind="primary" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : data?.status === 'good' ? (
          children({ email: data.email ?? '', needsPassword: data.needsPassword })
        ) : (
          rest[data?.status ?? 'unknown']
        )}
      </div>
    </div>
  )
}

interface DeadLinkProps {
  /** What happened, and what was kept. */
  children: ReactNode
  /** Mails a new link to the address of this one. Absent when the address is unknown and the person has to enter it. */
  onSend?: () => Promise<void>
}

/** Shown for a link that no longer works, with a way to get a new one. */
export function DeadLink({ children, onSend }: DeadLinkProps) {
  const { isBusy, run } = useBusy()
  const [isSent, setSent] = useState(false)

  return (
    <div className="grid gap-4">
      <p>{children}</p>
      {isSent ? (
        <div role="status" className="grid gap-2 rounded-card bg-sunk p-4 text-[0.9375rem]">
          <p>A new link is on its way to the same address. Please open the newest email.</p>
          <LocalMailboxHint />
        </div>
      ) : onSend ? (
        <Button
          kind="primary"
          aria-disabled={isBusy}
          onClick={() => void run(() => onSend().then(() => setSent(true), tellFailure))}
        >
          {isBusy ? 'Sending...' : 'Send a new link'}
        </Button>
      ) : (
        <ButtonLink {...authLink('sign-in')} kind="primary">
          Log in, or ask for a new link
        </ButtonLink>
      )}
    </div>
  )
}
