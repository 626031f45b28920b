import { Link, useNavigate, useSearchParams, type MetaFunction } from 'react-router'
import { ResetForm } from '../features/auth/reset-form.tsx'
import { notify } from '../lib/notify.ts'
import { privatePageMeta } from '../lib/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'

export const meta: MetaFunction = () => [
  ...privatePageMeta('New password'),
  { name: 'referrer', content: 'no-referrer' },
]

/** Where the link of the password mail leads, with a token, or with an error when the link is stale. */
export default function ResetPasswordRoute() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const token = query.get('token')

  return (
    <div className="mx-auto max-w-md px-5 pt-10 sm:pt-16">
      <h1 className="mb-6 text-center text-4xl">Choose a new password</h1>
      <div className="rounded-[22px] border border-line bg-raised p-5 shadow-raised sm:p-8">
        {token === null || query.has('error') ? (
          <div className="grid gap-4">
            <p>This link no longer works: it has expired or was used before. Your password is unchanged.</p>
            <Link to="/auth" className={buttonClass({ kind: 'primary' })}>
              Ask for a new link
            </Link>
          </div>
        ) : (
          <ResetForm
            token={token}
            onDone={() => {
              notify({ kind: 'success', title: 'Password changed', description: 'Sign in with the new one.' })
              void navigate('/auth', { replace: true })
            }}
          />
        )}
      </div>
    </div>
  )
}
