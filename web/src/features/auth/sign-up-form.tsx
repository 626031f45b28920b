import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { signUp } from './auth-client.ts'
import { signUpFormSchema } from './auth-forms.ts'
import { SIGN_UP_DONE, signUpFailure } from './auth-notices.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { ResendConfirmation } from './resend-confirmation.tsx'

export function SignUpForm() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(signUpFormSchema),
    defaultValues: { displayName: '', email: '', password: '' },
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (person) => {
    setSentTo(null)
    try {
      await signUp(person)
      setSentTo(person.email)
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
      {sentTo === null ? null : <ResendConfirmation email={sentTo} />}
    </form>
  )
}
