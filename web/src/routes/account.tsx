import { useNavigate, type MetaFunction } from 'react-router'
import { AccountPage } from '../features/account/account-page.tsx'
import { CallList } from '../features/call/list/call-list.tsx'
import { notify } from '../lib/notify.ts'
import { privatePageMeta } from '../lib/page-meta.ts'
import { useShell } from './shell-context.ts'
import { SignedInScreen } from './signed-in-screen.tsx'

export const meta: MetaFunction = () => privatePageMeta('Your account')

/** The duration of the toast, long enough to read the sentence about kept data. */
const DELETED_NOTICE_MS = 20_000

export default function AccountRoute() {
  const shell = useShell()
  const navigate = useNavigate()

  const tellDeleted = (kept: readonly string[]) => {
    notify({
      kind: 'success',
      title: 'Your account is deleted',
      description:
        kept.length === 0
          ? 'None of its data is kept.'
          : `Kept for as long as the law requires records of sales: ${kept.join(' ')}`,
      durationMs: kept.length === 0 ? undefined : DELETED_NOTICE_MS,
    })
    void navigate('/', { replace: true })
  }

  return (
    <SignedInScreen path="/account" whenLoggedOut="Log in to see your plan, your invoices and your calls.">
      {(user) => (
        <AccountPage user={user} calls={<CallList onOpenCatalogue={shell.openCatalogue} />} onDeleted={tellDeleted} />
      )}
    </SignedInScreen>
  )
}
