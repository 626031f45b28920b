import { notify } from '../../../lib/notify.ts'
import { EmailField, NameField, NewPasswordField, SubmitButton } from '../form-parts.tsx'
import { signUp } from './auth-client.ts'
import { SIGN_UP_DONE, signUpFailure } from './auth-notices.ts'
import { ResendConfirmation } from './resend-confirmation.tsx'
import type { AuthForms } from './use-auth-forms.ts'

interface SignUpFormProps {
  form: AuthForms['signUp']
  /** Where the confirmation mail went, once there is one. */
  mailSentTo: string | null
  onMailSent: (email: string | null) => void
}

export function SignUpForm({ form, mailSentTo, onMailSent }: SignUpFormProps) {
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (person) => {
    onMailSent(null)
    try {
      await signUp(person)
      onMailSent(person.email)
      notify(SIGN_UP_DONE)
    } catch (error) {
      notify(signUpFailure(error))
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <NameField error={errors.displayName?.message} {...form.register('displayName')} />
      <EmailField error={errors.email?.message} {...form.register('email')} />
      <NewPasswordField label="Password" error={errors.password?.message} {...form.register('password')} />
      <SubmitButton isBusy={isSubmitting} busy="Creating account...">
        Sign Up
      </SubmitButton>
      {mailSentTo === null ? null : <ResendConfirmation email={mailSentTo} />}
    </form>
  )
}
