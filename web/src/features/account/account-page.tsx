import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { CALL_PROMISE } from '../../lib/call-promise.ts'
import type { SignedInUser } from '../../lib/storage-keys.ts'
import { AccountSection } from './account-section.tsx'
import { DataPart } from './data-part.tsx'
import { InvoicesPart } from './invoices-part.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { PlansPart } from './plans-part.tsx'

interface AccountPageProps {
  user: SignedInUser
  /** The person's own calls. */
  calls: ReactNode
  /** Gets what is kept, in words. */
  onDeleted: (kept: readonly string[]) => void
}

/** The signed-in person's plans, invoices, calls, profile and data. */
export function AccountPage({ user, calls, onDeleted }: AccountPageProps) {
  const [queryClient] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={queryClient}>
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
        <PlansPart viewerId={user.id} />
      </AccountSection>
      <AccountSection title="Invoices">
        <InvoicesPart viewerId={user.id} />
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
    </QueryClientProvider>
  )
}
