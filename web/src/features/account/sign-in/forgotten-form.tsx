import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { forgottenFormSchema } from '../account-forms.ts'
import { EmailField, SubmitButton } from '../form-parts.tsx'
import { requestPasswordReset } from './auth-client.ts'
import { tellFailure } from './auth-notices.ts'
import { LocalMailboxHint } from './local-mailbox-hint.tsx'

interface ForgottenFormProps {
  /** Taken over from the sign-in form, so that it need not be typed twice. */
  email: string
  onBack: () => void
}

export function ForgottenForm({ email, onBack }: ForgottenFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({ resolver: zodResolver(forgottenFormSchema), defaultValues: { email } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit((typed) =>
    requestPasswordReset(typed).then(() => setSentTo(typed.email), tellFailure),
  )

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <div>
        <h2 className="text-2xl">Choose a new password</h2>
        <p className="mt-2 text-ink-soft">We will email you a link to choose a new one.</p>
      </div>
      <EmailField error={errors.email?.message} {...form.register('email')} />
      <SubmitButton isBusy={isSubmitting} busy="Sending...">
        Send the link
      </SubmitButton>
      {sentTo === null ? null : (
        <div role="status" className="grid gap-2 rounded-card bg-sunk p-4 text-[0.9375rem]">
          <p>
            If <strong className="wrap-anywhere">{sentTo}</strong> has an account here, a link is on its way to it.
          </p>
          <LocalMailboxHint />
        </div>
      )}
      <Button kind="quiet" size="dense" onClick={onBack}>
        Back to sign in
      </Button>
    </form>
  )
}
