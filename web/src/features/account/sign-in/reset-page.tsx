import { lookAtReset, requestPasswordReset } from './auth-client.ts'
import { DeadLink, LinkUnreachable, LookingAtLink, MailLinkCard } from './mail-link-card.tsx'
import { ResetForm } from './reset-form.tsx'
import { useMailLink } from './use-mail-link.ts'

/** Where the link of a password mail leads: the form, or at once what became of the link. */
export function ResetPage({ token, onDone }: { token: string | null; onDone: () => void }) {
  const { view, lookAgain } = useMailLink(token, lookAtReset)
  const send = () => requestPasswordReset({ token: token ?? '' })
  return (
    <MailLinkCard title="Choose a new password">
      {view.status === 'looking' ? <LookingAtLink /> : null}
      {view.status === 'unreachable' ? <LinkUnreachable onLookAgain={lookAgain} /> : null}
      {view.status === 'good' ? <ResetForm token={token ?? ''} onDone={onDone} /> : null}
      {view.status === 'used' ? (
        <DeadLink onSend={send}>
          This link no longer works: the password was changed since it was sent. If that was not you, choose a new one
          now.
        </DeadLink>
      ) : null}
      {view.status === 'expired' ? (
        <DeadLink onSend={send}>This link has expired: it works for one hour. Your password is unchanged.</DeadLink>
      ) : null}
      {view.status === 'unknown' ? (
        <DeadLink>This link does not work. Part of it may be missing. Your password is unchanged.</DeadLink>
      ) : null}
    </MailLinkCard>
  )
}
