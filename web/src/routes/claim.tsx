import { useNavigate, useSearchParams, type MetaFunction } from 'react-router'
import { signOut } from '../features/account/sign-in/sign-out.ts'
import { useSession } from '../features/account/sign-in/use-session.ts'
import { ClaimPage } from '../features/plans/claim-page.tsx'
import { authLink } from '../lib/auth-link.ts'
import { mailLinkPageMeta } from '../lib/page-meta.ts'
import { keepClaim } from '../lib/pending-claim.ts'

export const meta: MetaFunction = () => mailLinkPageMeta('Your plan')

export default function ClaimRoute() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { user } = useSession()
  const token = query.get('token') ?? ''
  const switchAccount = () => {
    signOut()
    keepClaim(token)
    const { to, state } = authLink('sign-in')
    void navigate(to, { state })
  }
  return <ClaimPage token={token} user={user} onOtherAccount={switchAccount} />
}
