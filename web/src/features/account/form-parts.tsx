import { PASSWORD_MIN_LENGTH } from '#contract/account-limits.ts'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

/** The props by which the form registers the field, and its error. */
type Registered = Omit<ComponentProps<typeof Field>, 'label'>

export function EmailField(props: Registered) {
  return <Field label="Email" type="email" autoComplete="email" inputMode="email" required {...props} />
}

export function NameField(props: Registered) {
  return <Field label="Display name" optional autoComplete="name" {...props} />
}

/** `then` is added to the hint: what choosing the password does besides. */
export function NewPasswordField({ label, then = '', ...props }: Registered & { label: string; then?: string }) {
  const hint = `At least ${PASSWORD_MIN_LENGTH} characters.${then}`
  return <PasswordField label={label} autoComplete="new-password" required hint={hint} {...props} />
}

export function GivenPasswordField({ label, ...props }: Registered & { label: string }) {
  return <PasswordField label={label} autoComplete="current-password" required {...props} />
}

/** Tells password managers which account the password belongs to. */
export function AccountOfPassword({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />
}

interface SubmitButtonProps {
  isBusy: boolean
  /** The button's label while the form is being sent. */
  busy: string
  children: ReactNode
}

/** The main button below the fields of a sign-in card. */
export function SubmitButton({ isBusy, busy, children }: SubmitButtonProps) {
  return (
    <Button kind="primary" type="submit" aria-disabled={isBusy} className="mt-2">
      {isBusy ? busy : children}
    </Button>
  )
}
