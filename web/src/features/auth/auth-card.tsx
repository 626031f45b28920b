import { useState } from 'react'
import { authTabSchema, type AuthTab } from '../../lib/auth-link-state.ts'
import { TabList, TabPanel, Tabs, TabTrigger } from '../../ui/tabs.tsx'
import { ForgottenForm } from './forgotten-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { TeamForm } from './team-form.tsx'

interface AuthCardProps {
  tab: AuthTab
  onTabChange: (tab: AuthTab) => void
  onTeamEntered: () => void
}

/** One card with three tabs. The panels stay mounted, so that what was typed survives a look at another tab. */
export function AuthCard({ tab, onTabChange, onTeamEntered }: AuthCardProps) {
  const [forgottenEmail, setForgottenEmail] = useState<string | null>(null)

  return (
    <div className="rounded-[22px] border border-line bg-raised p-5 shadow-raised sm:p-8">
      <div hidden={forgottenEmail !== null}>
        <Tabs value={tab} onValueChange={(value) => onTabChange(authTabSchema.parse(value))}>
          <TabList aria-label="Ways in">
            <TabTrigger value="sign-in">Sign In</TabTrigger>
            <TabTrigger value="sign-up">Sign Up</TabTrigger>
            <TabTrigger value="teams">TEAMS</TabTrigger>
          </TabList>
          <TabPanel value="sign-in" forceMount className="mt-6 data-[state=inactive]:hidden">
            <SignInForm onForgotten={setForgottenEmail} />
          </TabPanel>
          <TabPanel value="sign-up" forceMount className="mt-6 data-[state=inactive]:hidden">
            <SignUpForm />
          </TabPanel>
          <TabPanel value="teams" forceMount className="mt-6 data-[state=inactive]:hidden">
            <TeamForm onEntered={onTeamEntered} />
          </TabPanel>
        </Tabs>
      </div>
      {forgottenEmail === null ? null : <ForgottenForm email={forgottenEmail} onBack={() => setForgottenEmail(null)} />}
    </div>
  )
}
