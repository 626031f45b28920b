import { useNavigate, useSearchParams, type MetaFunction } from 'react-router'
import { ResetPage } from '../features/account/sign-in/reset-page.tsx'
import { notify } from '../lib/notify.ts'
import { mailLinkPageMeta } from '../lib/page-meta.ts'
import { ScreenQueries } from '../ui/queries.tsx'

export const meta: MetaFunction = () => mailLinkPageMeta('New password')

export default function ResetPasswordRoute() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const onDone = () => {
    notify({ kind: 'success', title: 'Password changed', description: 'Sign in with the new one.' })
    void navigate('/auth', { replace: true })
  }
  return (
    <ScreenQueries>
      <ResetPage token={query.get('token') ?? ''} onDone={onDone} />
    </ScreenQueries>
  )
}
