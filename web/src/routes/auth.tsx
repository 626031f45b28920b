import { useEffect, useState } from 'react'
import { useLocation, useNavigate, type MetaFunction } from 'react-router'
import { AuthCard } from '../features/account/sign-in/auth-card.tsx'
import { useSession } from '../features/account/sign-in/use-session.ts'
import { Welcome } from '../features/account/sign-in/welcome.tsx'
import { isTeamAccessOver, leadsToCustomize, readAuthLink, wayBackAfterSignIn, type AuthTab } from '../lib/auth-link.ts'
import { notify } from '../lib/notify.ts'
import { privatePageMeta } from '../lib/page-meta.ts'
import { claimScreen } from '../lib/pending-claim.ts'
import { markWayBack } from '../lib/way-back.ts'

export const meta: MetaFunction = () => privatePageMeta('Log in or sign up')

export default function AuthRoute() {
  const { user } = useSession()
  const navigate = useNavigate()
  const { state, key } = useLocation()
  const [chosen, setChosen] = useState<{ tab: AuthTab; key: string } | null>(null)
  // A new link to this screen overrides the tab that was chosen before.
  const tab = chosen?.key === key ? chosen.tab : readAuthLink(state)
  const isSignedIn = user !== null

  const comesFromForm = leadsToCustomize(state)
  useEffect(() => {
    if (comesFromForm) void markWayBack()
  }, [comesFromForm])

  useEffect(() => {
    if (!isSignedIn) return
    // Returns to the screen that led here.
    const claim = claimScreen()
    const back = wayBackAfterSignIn(state)
    if (claim !== null) void navigate(claim, { replace: true })
    else if (back !== null) void navigate(back.path, { replace: true, state: back.talkTo === undefined ? null : back })
    else void navigate('/', { replace: true })
  }, [isSignedIn, navigate, state])

  const isOver = isTeamAccessOver(state)
  useEffect(() => {
    if (isOver) {
      notify({
        kind: 'plain',
        title: 'Your team access has ended',
        description: 'Please enter the access code again. Everything that was saved is kept.',
      })
    }
  }, [isOver])

  if (isSignedIn) return null
  return (
    <div className="mx-auto grid max-w-md items-start gap-x-16 gap-y-7 px-5 pt-10 sm:pt-14 lg:max-w-5xl lg:grid-cols-[1fr_26rem] lg:px-8">
      <Welcome />
      <AuthCard
        tab={tab}
        onTabChange={(next) => setChosen({ tab: next, key })}
        onTeamEntered={() => void navigate('/crm')}
      />
    </div>
  )
}
