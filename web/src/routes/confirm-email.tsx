import { useNavigate, useSearchParams, type MetaFunction } from 'react-router'
import { ConfirmPage } from '../features/account/sign-in/confirm-page.tsx'
import { useSession } from '../features/account/sign-in/use-session.ts'
import { notify } from '../lib/notify.ts'
import { mailLinkPageMeta } from '../lib/page-meta.ts'
import { claimScreen } from '../lib/pending-claim.ts'
import { ScreenQueries } from '../ui/queries.tsx'

export const meta: MetaFunction = () => mailLinkPageMeta('Confirm your email')

export default function ConfirmEmailRoute() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { user } = useSession()
  const onConfirmed = () => {
    notify({
      kind: 'success',
      title: 'Email confirmed',
      description: 'You are logged in and can talk with every assistant.',
    })
    void navigate(claimScreen() ?? '/', { replace: true })
  }
  return (
    <ScreenQueries>
      <ConfirmPage token={query.get('token') ?? ''} signedInEmail={user?.email ?? null} onConfirmed={onConfirmed} />
    </ScreenQueries>
  )
}
