import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { hasCode } from '../../../lib/api-problem.ts'
import { authLink } from '../../../lib/auth-link.ts'
import { notify } from '../../../lib/notify.ts'
import { claimScreen } from '../../../lib/pending-claim.ts'
import { useBusy } from '../../../lib/use-busy.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { resetFormSchema } from '../account-forms.ts'
import { AccountOfPassword, NewPasswordField, SubmitButton } from '../form-parts.tsx'
import { confirmEmail, lookAtConfirmation, sendConfirmationAgain } from './auth-client.ts'
import { tellFailure } from './auth-notices.ts'
import { DeadLink, MailLinkCard, useMailLink } from './mail-link-card.tsx'
import { useSession } from './use-session.ts'

/**
 * The page that a confirmation mail links to. Only the button confirms: mail scanners open links but press no buttons.
 */
export function ConfirmPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const { user } = useSession()
  const navigate = useNavigate()
  const link = useMailLink(token, lookAtConfirmation)
  // Remembered from the first rendering, since confirming signs in.
  const [emailBefore] = useState(user?.email ?? null)

  const confirm = async (password: string | null) => {
    try {
      await confirmEmail(token, password)
      notify({
        kind: 'success',
        title: 'Email confirmed',
        description: 'You are logged in and can talk with every assistant.',
      })
      void navigate(claimScreen() ?? '/', { replace: true })
    } catch (error) {
      tellFailure(error)
      if (hasCode(error, 'password-needed', 'link-invalid')) void link.refetch()
    }
  }

  return (
    <MailLinkCard
      title="Confirm your email"
      link={link}
      used={
        <div className="grid gap-4">
          <p>This address is already confirmed. Log in with your password.</p>
          <ButtonLink {...authLink('sign-in')} kind="primary">
            Log in
          </ButtonLink>
        </div>
      }
      expired={
        <DeadLink onSend={() => sendConfirmationAgain({ token })}>
          This link has expired: it works for 24 hours. Your sign-up is kept.
        </DeadLink>
      }
      unknown={
        <DeadLink>This link does not work. Part of it may be missing: copy the whole address from the email.</DeadLink>
      }
    >
      {({ email, needsPassword }) => (
        <div className="grid gap-4">
          {emailBefore === null || emailBefore === email ? null : (
            <p className="rounded-card bg-sunk p-4 text-[0.9375rem]">
              You are logged in as <strong className="wrap-anywhere">{emailBefore}</strong>. Confirming logs you in with
              the address below instead.
            </p>
          )}
          {needsPassword ? (
            <ChoosePassword email={email} onConfirm={confirm} />
          ) : (
            <JustConfirm email={email} onConfirm={() => confirm(null)} />
          )}
        </div>
      )}
    </MailLinkCard>
  )
}

function JustConfirm({ email, onConfirm }: { email: string; onConfirm: () => Promise<void> }) {
  const { isBusy, run } = useBusy()
  return (
    <>
      <p>
        Confirm that <strong className="wrap-anywhere">{email}</strong> is your address, and your account is ready.
      </p>
      <Button kind="primary" aria-disabled={isBusy} onClick={() => void run(onConfirm)}>
        {isBusy ? 'Confirming...' : 'Confirm and log in'}
      </Button>
    </>
  )
}

function ChoosePassword({ email, onConfirm }: { email: string; onConfirm: (password: string) => Promise<void> }) {
  const form = useForm({ resolver: zodResolver(resetFormSchema), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(({ password }) => onConfirm(password))
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <p>
        Choose a password to confirm that <strong className="wrap-anywhere">{email}</strong> is your address. It
        replaces the one typed at sign-up, since that was in another browser.
      </p>
      <AccountOfPassword email={email} />
      <NewPasswordField label="Password" error={errors.password?.message} {...form.register('password')} />
      <SubmitButton isBusy={isSubmitting} busy="Confirming...">
        Confirm and log in
      </SubmitButton>
    </form>
  )
}
