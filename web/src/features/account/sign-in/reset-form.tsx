import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { notify } from '../../../lib/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { resetPassword } from './auth-client.ts'
import { resetFormSchema } from './auth-forms.ts'
import { otherFailure } from './auth-notices.ts'
import { PasswordField } from '../../../ui/password-field.tsx'

interface ResetFormProps {
  /** From the link in the mail. */
  token: string
  onDone: () => void
}

export function ResetForm({ token, onDone }: ResetFormProps) {
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
      <PasswordField
        label="New password"
        autoComplete="new-password"
        required
        hint="At least 8 characters. Other devices are logged out."
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button kind="primary" type="submit" disabled={isSubmitting} className="mt-2">
        {isSubmitting ? 'Saving...' : 'Save the new password'}
      </Button>
    </form>
  )
}
