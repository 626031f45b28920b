import { useState, type ReactNode } from 'react'
import { authLink } from '../../../lib/auth-link.ts'
import { notify } from '../../../lib/notify.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { otherFailure } from './auth-notices.ts'
import { LocalMailboxHint } from './local-mailbox-hint.tsx'
import type { useMailLink } from './use-mail-link.ts'

interface MailLinkCardProps extends Record<'used' | 'expired' | 'unknown', ReactNode> {
  title: string
  link: ReturnType<typeof useMailLink>
  /** Shown for a link that works. */
  children: (link: { email: string; needsPassword: boolean }) => ReactNode
}

/** The card on a page that is opened by a link in a mail. */
export function MailLinkCard({ title, link: { view, lookAgain }, children, ...rest }: MailLinkCardProps) {
  return (
    <div className="mx-auto max-w-md px-5 pt-10 sm:pt-16">
      <h1 className="mb-6 text-center text-4xl">{title}</h1>
      <div className="rounded-[22px] border border-line bg-raised p-5 shadow-raised sm:p-8">
        {view.status === 'looking' ? (
          <p role="status" className="text-ink-soft">
            Checking your link...
          </p>
        ) : view.status === 'unreachable' ? (
          <div role="alert" className="grid justify-items-start gap-4">
            <p>
              We could not check your link because the server cannot be reached. The link is unchanged; please try
              again.
            </p>
            <Button kind="primary" onClick={lookAgain}>
              Try again
            </Button>
          </div>
        ) : view.status === 'good' ? (
          children(view)
        ) : (
          rest[view.status]
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
  const [stage, setStage] = useState<'idle' | 'sending' | 'sent'>('idle')

  const send = async () => {
    if (!onSend) return
    setStage('sending')
    try {
      await onSend()
      setStage('sent')
    } catch (error) {
      setStage('idle')
      notify(otherFailure(error))
    }
  }

  return (
    <div className="grid gap-4">
      <p>{children}</p>
      {stage === 'sent' ? (
        <div role="status" className="grid gap-2 rounded-card bg-sunk p-4 text-[0.9375rem]">
          <p>A new link is on its way to the same address. Please open the newest email.</p>
          <LocalMailboxHint />
        </div>
      ) : onSend ? (
        <Button kind="primary" disabled={stage === 'sending'} onClick={() => void send()}>
          {stage === 'sending' ? 'Sending...' : 'Send a new link'}
        </Button>
      ) : (
        <ButtonLink {...authLink('sign-in')} kind="primary">
          Log in, or ask for a new link
        </ButtonLink>
      )}
    </div>
  )
}
