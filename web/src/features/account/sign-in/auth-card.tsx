import { useState } from 'react'
import { authTabSchema, type AuthTab } from '../../../lib/auth-link-state.ts'
import { TabList, TabPanel, Tabs, TabTrigger } from '../../../ui/tabs.tsx'
import { ForgottenForm } from './forgotten-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { TeamForm } from './team-form.tsx'
import { useAuthForms } from './use-auth-forms.ts'

interface AuthCardProps {
  tab: AuthTab
  onTabChange: (tab: AuthTab) => void
  onTeamEntered: () => void
}

/** One card with three tabs. What was typed, and what was said about it, survives a look at another tab. */
export function AuthCard({ tab, onTabChange, onTeamEntered }: AuthCardProps) {
  const forms = useAuthForms()
  const [forgottenEmail, setForgottenEmail] = useState<string | null>(null)
  const [unconfirmedEmail, setUnconfirmedEmail] = useState<string | null>(null)
  const [mailSentTo, setMailSentTo] = useState<string | null>(null)

  return (
    <div className="rounded-[22px] border border-line bg-raised p-5 shadow-raised sm:p-8">
      {forgottenEmail !== null ? (
        <ForgottenForm email={forgottenEmail} onBack={() => setForgottenEmail(null)} />
      ) : (
        <Tabs value={tab} onValueChange={(value) => onTabChange(authTabSchema.parse(value))}>
          <TabList aria-label="Ways in">
            <TabTrigger value="sign-in">Sign In</TabTrigger>
            <TabTrigger value="sign-up">Sign Up</TabTrigger>
            <TabTrigger value="teams">TEAMS</TabTrigger>
          </TabList>
          <TabPanel value="sign-in" className="mt-6">
            <SignInForm
              form={forms.signIn}
              unconfirmedEmail={unconfirmedEmail}
              onUnconfirmed={setUnconfirmedEmail}
              onForgotten={setForgottenEmail}
            />
          </TabPanel>
          <TabPanel value="sign-up" className="mt-6">
            <SignUpForm form={forms.signUp} mailSentTo={mailSentTo} onMailSent={setMailSentTo} />
          </TabPanel>
          <TabPanel value="teams" className="mt-6">
            <TeamForm form={forms.team} onEntered={onTeamEntered} />
          </TabPanel>
        </Tabs>
      )}
    </div>
  )
}
