import { notify } from '../../../lib/notify.ts'
import { EmailField, GivenPasswordField, SubmitButton } from '../form-parts.tsx'
import { signIn } from './auth-client.ts'
import { isUnconfirmed, signInFailure } from './auth-notices.ts'
import { ResendConfirmation } from './resend-confirmation.tsx'
import type { AuthForms } from './use-auth-forms.ts'

interface SignInFormProps {
  form: AuthForms['signIn']
  /** The address that must be confirmed before it opens anything. */
  unconfirmedEmail: string | null
  onUnconfirmed: (email: string | null) => void
  onForgotten: (email: string) => void
}

/** Success needs no step of its own: the session appears and the screen leads on. */
export function SignInForm({ form, unconfirmedEmail, onUnconfirmed, onForgotten }: SignInFormProps) {
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (credentials) => {
    onUnconfirmed(null)
    try {
      await signIn(credentials)
    } catch (error) {
      if (isUnconfirmed(error)) onUnconfirmed(credentials.email)
      notify(signInFailure(error))
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <EmailField error={errors.email?.message} {...form.register('email')} />
      <GivenPasswordField label="Password" error={errors.password?.message} {...form.register('password')} />
      <SubmitButton isBusy={isSubmitting} busy="Signing in...">
        Sign In
      </SubmitButton>
      {unconfirmedEmail === null ? null : <ResendConfirmation email={unconfirmedEmail} />}
      <button
        type="button"
        className="justify-self-center px-2 py-1 text-[0.9375rem] text-ink-soft underline underline-offset-4 hover:text-ink"
        onClick={() => onForgotten(form.getValues('email'))}
      >
        Forgot your password?
      </button>
    </form>
  )
}
