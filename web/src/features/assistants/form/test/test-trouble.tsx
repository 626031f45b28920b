import { Link } from 'react-router'
import { AUTH_AND_BACK } from '../../../../lib/auth-link.ts'
import type { TestTrouble } from './test-inputs.ts'

/** Says why nothing could be spoken. Missing inputs are reported at their fields instead. */
export function TestTroubleNote({ trouble, onLeave }: { trouble: TestTrouble | null; onLeave: () => void }) {
  if (trouble === null || trouble.at === 'fields') return null
  if (trouble.at === 'account')
    return <AccountNote title="You need an account to hear your own text." onLeave={onLeave} />
  return (
    <div className="rounded-card border border-danger bg-raised px-4 py-3 text-[0.9375rem]" role="alert">
      <p className="font-semibold text-danger">{trouble.title}</p>
      <p className="mt-1 text-ink-soft">{trouble.detail} Your text is still here.</p>
    </div>
  )
}

/** For a signed-out visitor: a link to the sign-in, which leads back here. */
export function AccountNote({ title, onLeave }: { title: string; onLeave: () => void }) {
  return (
    <div className="rounded-card border border-line bg-raised px-4 py-3 text-[0.9375rem]">
      <p className="font-semibold">{title}</p>
      <p className="mt-1 text-ink-soft">
        It is free.{' '}
        <Link
          {...AUTH_AND_BACK}
          onClick={onLeave}
          className="inline-block py-1 font-semibold text-ink underline underline-offset-4"
        >
          Log in or sign up
        </Link>
        , and you come back here. What you filled in stays.
      </p>
    </div>
  )
}
