import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { ApiProblem } from '../../lib/api-problem.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { changePassword, failureNotice } from './account-client.ts'
import { passwordFormSchema } from './account-forms.ts'
import { AccountOfPassword, GivenPasswordField, NewPasswordField } from './form-parts.tsx'

export function PasswordForm({ email }: { email: string }) {
  const form = useForm({
    resolver: zodResolver(passwordFormSchema),
    defaultValues: { currentPassword: '', newPassword: '' },
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (change) => {
    try {
      await changePassword(change)
      form.reset()
      notify({ kind: 'success', title: 'Your password is changed', description: 'Other devices are logged out.' })
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'current-password-wrong') {
        form.setError('currentPassword', { message: 'That is not your current password. Nothing was changed.' })
        form.setFocus('currentPassword')
      } else {
        notify(failureNotice(error, 'Your password could not be changed'))
      }
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid content-start gap-4">
      <AccountOfPassword email={email} />
      <GivenPasswordField
        label="Current password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <NewPasswordField
        label="New password"
        then=" Other devices are logged out."
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
      <Button type="submit" disabled={isSubmitting} className="justify-self-start">
        {isSubmitting ? 'Saving...' : 'Change the password'}
      </Button>
    </form>
  )
}
