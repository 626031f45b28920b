import { useEffect, useRef } from 'react'
import { useNavigate, type MetaFunction } from 'react-router'
import { signOut } from '../features/account/sign-in/sign-out.ts'
import { useSession, useSessionRefresh } from '../features/account/sign-in/use-session.ts'
import { CrmDashboard } from '../features/crm/crm-dashboard.tsx'
import { SiteNotices } from '../features/offline/site-notices.tsx'
import { authLink, TEAM_ACCESS_AGAIN } from '../lib/auth-link.ts'
import { privatePageMeta } from '../lib/page-meta.ts'
import { ScreenQueries } from '../ui/queries.tsx'
import { Toaster } from '../ui/toaster.tsx'

export const meta: MetaFunction = () => privatePageMeta('CRM Dashboard')

/**
 * The team's screen, without the site's header and footer. The local flag is only a hint; the server checks every
 * request.
 */
export default function CrmRoute() {
  const { hasTeamAccess } = useSession()
  const navigate = useNavigate()
  useSessionRefresh()

  const isLeaving = useRef(false)
  const hadTeamAccess = useRef(hasTeamAccess)

  useEffect(() => {
    if (hasTeamAccess || isLeaving.current) return
    const { to, state } = hadTeamAccess.current ? TEAM_ACCESS_AGAIN : authLink('teams')
    void navigate(to, { state, replace: true })
  }, [hasTeamAccess, navigate])

  const logOut = () => {
    isLeaving.current = true
    signOut()
    void navigate('/')
  }

  return (
    <>
      <main id="content" tabIndex={-1} className="min-h-dvh outline-none">
        {hasTeamAccess ? (
          <ScreenQueries>
            <CrmDashboard onHome={() => void navigate('/')} onLogOut={logOut} />
          </ScreenQueries>
        ) : null}
      </main>
      {/* Not loaded on demand as elsewhere: it must be able to report that the server is unreachable. */}
      <Toaster />
      <SiteNotices isBusy={false} />
    </>
  )
}
