import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { lookAtReset, requestPasswordReset, resetPassword } from './auth-client.ts'
import { DeadLink, MailLinkCard, useMailLink } from './mail-link-card.tsx'
import { notify } from '../../../lib/notify.ts'
import { resetFormSchema } from '../account-forms.ts'
import { NewPasswordField, SubmitButton } from '../form-parts.tsx'
import { tellFailure } from './auth-notices.ts'

/** The page that a password mail links to: the form, or why the link no longer works. */
export function ResetPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const link = useMailLink(token, lookAtReset)
  const send = () => requestPasswordReset({ token })
  return (
    <MailLinkCard
      title="Choose a new password"
      link={link}
      used={
        <DeadLink onSend={send}>
          This link no longer works: the password was changed since it was sent. If that was not you, choose a new one
          now.
        </DeadLink>
      }
      expired={
        <DeadLink onSend={send}>This link has expired: it works for one hour. Your password is unchanged.</DeadLink>
      }
      unknown={<DeadLink>This link does not work. Part of it may be missing. Your password is unchanged.</DeadLink>}
    >
      {() => <ResetForm token={token} />}
    </MailLinkCard>
  )
}

function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useForm({ resolver: zodResolver(resetFormSchema), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(({ password }) =>
    resetPassword({ token, newPassword: password }).then(() => {
      notify({ kind: 'success', title: 'Password changed', description: 'Sign in with the new one.' })
      void navigate('/auth', { replace: true })
    }, tellFailure),
  )

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <NewPasswordField
        label="New password"
        then=" Other devices are logged out."
        error={errors.password?.message}
        {...form.register('password')}
      />
      <SubmitButton isBusy={isSubmitting} busy="Saving...">
        Save the new password
      </SubmitButton>
    </form>
  )
}
