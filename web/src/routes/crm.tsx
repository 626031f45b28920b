import { useEffect } from 'react'
import { useNavigate, type MetaFunction } from 'react-router'
import { signOut } from '../features/auth/auth-client.ts'
import { useSession, useSessionRefresh } from '../features/auth/use-session.ts'
import { CrmDashboard } from '../features/crm/crm-dashboard.tsx'
import { SiteNotices } from '../features/offline/site-notices.tsx'
import { authLink } from '../lib/auth-link.ts'
import { privatePageMeta } from '../lib/page-meta.ts'
import { ToasterHost } from '../ui/toaster-host.tsx'

export const meta: MetaFunction = () => privatePageMeta('CRM Dashboard')

/** The team's own screen, without the site around it. The local flag only hints; the server checks every call. */
export default function CrmRoute() {
  const { hasTeamAccess } = useSession()
  const navigate = useNavigate()
  useSessionRefresh()

  useEffect(() => {
    if (hasTeamAccess) return
    const { to, state } = authLink('teams')
    void navigate(to, { state, replace: true })
  }, [hasTeamAccess, navigate])

  const logOut = () => {
    void signOut()
    void navigate('/')
  }

  return (
    <>
      <main id="content" className="min-h-dvh">
        {hasTeamAccess ? <CrmDashboard onHome={() => void navigate('/')} onLogOut={logOut} /> : null}
      </main>
      <ToasterHost />
      <SiteNotices isBusy={false} />
    </>
  )
}
