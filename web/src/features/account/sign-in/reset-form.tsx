import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { notify } from '../../../lib/notify.ts'
import { resetFormSchema } from '../account-forms.ts'
import { NewPasswordField, SubmitButton } from '../form-parts.tsx'
import { resetPassword } from './auth-client.ts'
import { otherFailure } from './auth-notices.ts'

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
