import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { api, successBody } from '../../lib/api.ts'
import { CALL_PROMISE } from '../../lib/call-promise.ts'
import { rememberDevice } from '../../lib/known-devices.ts'
import { readStored, writeStored } from '../../lib/local-store.ts'
import type { SignedInUser } from '../../lib/storage-keys.ts'
import { DataPart } from './data-part.tsx'
import { InvoicesPart } from './invoices-part.tsx'
import { PlansPart } from './plans-part.tsx'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { nameFormSchema, passwordFormSchema } from './account-forms.ts'
import { AccountOfPassword, GivenPasswordField, NameField, NewPasswordField } from './form-parts.tsx'
import { hasCode } from '../../lib/api-problem.ts'
import { failureNotice } from '../../lib/notify-failure.ts'

interface AccountPageProps {
  user: SignedInUser
  calls: ReactNode
  /** Receives the sentence about the data that is kept. */
  onDeleted: (kept: readonly string[]) => void
}

export function AccountPage({ user, calls, onDeleted }: AccountPageProps) {
  return (
    <>
      <h1 className="text-5xl sm:text-6xl">Your account</h1>
      <p className="mt-3 mb-9 flex flex-wrap items-center gap-x-6 text-lg text-ink-soft">
        <span className="wrap-anywhere">{user.email}</span>
        <Link
          to="/assistants"
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-ink"
        >
          My assistants
        </Link>
      </p>
      <AccountSection title="Plan and minutes" about="Counted by the second, while a call is connected.">
        <PlansPart />
      </AccountSection>
      <AccountSection title="Invoices">
        <InvoicesPart />
      </AccountSection>
      <AccountSection title="Your calls" about={CALL_PROMISE}>
        {calls}
      </AccountSection>
      <AccountSection title="Name and password">
        <div className="grid gap-x-10 gap-y-9 md:grid-cols-2">
          <NameForm displayName={user.displayName} />
          <PasswordForm email={user.email} />
        </div>
      </AccountSection>
      <AccountSection title="Your data">
        <DataPart onDeleted={onDeleted} />
      </AccountSection>
    </>
  )
}

interface AccountSectionProps {
  title: string
  about?: string
  children: ReactNode
}

/** A heading with its content beside it, or below it on phones. */
function AccountSection({ title, about, children }: AccountSectionProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-x-12 gap-y-5 border-t border-line py-9 sm:py-11 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={titleId} className="text-2xl">
          {title}
        </h2>
        {about === undefined ? null : <p className="mt-2 max-w-[46ch] text-[0.9375rem] text-ink-soft">{about}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

function NameForm({ displayName }: { displayName: string }) {
  const form = useForm({ resolver: zodResolver(nameFormSchema), values: { name: displayName } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ name }) => {
    try {
      const user = await successBody(api.api.auth['update-user'].$post({ json: { name } }))
      const session = readStored('session')
      // The new name appears everywhere on the site, in every tab.
      if (session?.user.id === user.id) {
        writeStored('session', { ...session, user: { ...session.user, displayName: user.name } })
      }
      notify({ kind: 'success', title: 'Your name is saved' })
    } catch (error) {
      notify(failureNotice(error, 'Your name could not be saved'))
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid content-start gap-4">
      <NameField error={errors.name?.message} {...form.register('name')} />
      <Button type="submit" aria-disabled={isSubmitting} className="justify-self-start">
        {isSubmitting ? 'Saving...' : 'Save the name'}
      </Button>
    </form>
  )
}

function PasswordForm({ email }: { email: string }) {
  const form = useForm({
    resolver: zodResolver(passwordFormSchema),
    defaultValues: { currentPassword: '', newPassword: '' },
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (change) => {
    try {
      const { deviceToken } = await successBody(api.api.auth['change-password'].$post({ json: change }))
      rememberDevice(deviceToken)
      form.reset()
      notify({ kind: 'success', title: 'Your password is changed', description: 'Other devices are logged out.' })
    } catch (error) {
      if (hasCode(error, 'current-password-wrong')) {
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
      <Button type="submit" aria-disabled={isSubmitting} className="justify-self-start">
        {isSubmitting ? 'Saving...' : 'Change the password'}
      </Button>
    </form>
  )
}
