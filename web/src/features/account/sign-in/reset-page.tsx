import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { lookAtReset, requestPasswordReset, resetPassword } from './auth-client.ts'
import { DeadLink, MailLinkCard, useMailLink } from './mail-link-card.tsx'
import { notify } from '../../../lib/notify.ts'
import { resetFormSchema } from '../account-forms.ts'
import { NewPasswordField, SubmitButton } from '../form-parts.tsx'
import { otherFailure } from './auth-notices.ts'

interface ResetPageProps {
  token: string
  onDone: () => void
}

/** The page that a password mail links to: the form, or why the link no longer works. */
export function ResetPage({ token, onDone }: ResetPageProps) {
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
      {() => <ResetForm token={token} onDone={onDone} />}
    </MailLinkCard>
  )
}

function ResetForm({ token, onDone }: ResetPageProps) {
  const form = useForm({ resolver: zodResolver(resetFormSchema), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await resetPassword({ token, newPassword: password })
      onDone()
    } catch (error) {
      notify(otherFailure(error))
    }
  })

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
