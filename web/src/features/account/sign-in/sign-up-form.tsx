import { notify } from '../../../lib/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { signUp } from './auth-client.ts'
import { SIGN_UP_DONE, signUpFailure } from './auth-notices.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
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
      <Field
        label="Display name"
        optional
        autoComplete="name"
        error={errors.displayName?.message}
        {...form.register('displayName')}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        required
        hint="At least 8 characters."
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button kind="primary" type="submit" disabled={isSubmitting} className="mt-2">
        {isSubmitting ? 'Creating account...' : 'Sign Up'}
      </Button>
      {mailSentTo === null ? null : <ResendConfirmation email={mailSentTo} />}
    </form>
  )
}
