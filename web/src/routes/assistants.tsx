import type { MetaFunction } from 'react-router'
import { OwnAssistantsPage } from '../features/assistants/own/own-assistants-page.tsx'
import { LeftCheckout } from '../features/plans/left-checkout.tsx'
import { privatePageMeta } from '../lib/page-meta.ts'
import { useShell } from './shell-context.ts'
import { SignedInScreen } from './signed-in-screen.tsx'

export const meta: MetaFunction = () => privatePageMeta('My assistants')

export default function AssistantsRoute() {
  const shell = useShell()
  return (
    <SignedInScreen
      path="/assistants"
      whenLoggedOut="Log in to see your assistants. They keep working in the meantime."
    >
      {() => (
        <OwnAssistantsPage
          notice={<LeftCheckout />}
          onMake={shell.openCustomize}
          onChoosePlan={shell.openBusinessPlans}
        />
      )}
    </SignedInScreen>
  )
}
