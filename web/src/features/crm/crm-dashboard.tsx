import { clsx } from 'clsx'
import House from 'lucide-react/icons/house'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import Users from 'lucide-react/icons/users'
import { type ComponentProps, useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { Button, buttonClass } from '../../ui/button.tsx'
import { BAR_BUTTON } from './search-box.tsx'
import { readView, type CrmTab, writeView, type CrmView } from './crm-view.ts'
import { EmailsTab } from './emails-tab.tsx'
import { SubscriptionsTab } from './subscriptions-tab.tsx'
import { TeamTools } from './team-tools.tsx'
import { useLiveChanges } from './use-live-changes.ts'

interface CrmDashboardProps {
  onHome: () => void
  onLogOut: () => void
}

/** Must be rendered inside of `ScreenQueries`. */
export function CrmDashboard({ onHome, onLogOut }: CrmDashboardProps) {
  const [view, setView] = useCrmView()
  const liveness = useLiveChanges()
  const show = (tab: CrmTab) => {
    if (tab !== view.tab) setView(readView(new URLSearchParams(tab === 'emails' ? { tab } : {})))
  }
  return (
    <div className="mx-auto max-w-page px-4 pt-6 pb-20 sm:px-8 sm:pt-10">
      <header className="grid gap-5">
        <div className="flex items-start justify-between gap-4">
          <div>
            <h1 className="text-[1.75rem] sm:text-4xl">CRM Dashboard</h1>
            <p className="mt-2 text-ink-soft">Manage subscriptions and email follow-ups</p>
          </div>
          <Button kind="quiet" className="-mt-1 -mr-3 sm:-mr-5" onClick={onLogOut}>
            <LogOut aria-hidden className="-ml-1 size-4.5" />
            Log out
          </Button>
        </div>
        <div className="flex flex-wrap items-center gap-2 sm:gap-2.5">
          <Button className={BAR_BUTTON} onClick={onHome}>
            <House aria-hidden className="-ml-1 size-4.5" />
            Homepage
          </Button>
          <TabButton isShown={view.tab === 'subscriptions'} onClick={() => show('subscriptions')}>
            <Users aria-hidden className="-ml-1 size-4.5" />
            Subscriptions
          </TabButton>
          <TabButton isShown={view.tab === 'emails'} onClick={() => show('emails')}>
            <Mail aria-hidden className="-ml-1 size-4.5" />
            Email CRM
          </TabButton>
          {view.tab === 'subscriptions' ? (
            <div className="flex gap-2 max-sm:w-full sm:gap-2.5 lg:ml-auto">
              <TeamTools />
            </div>
          ) : null}
        </div>
      </header>
      <div className="mt-7">
        {view.tab === 'subscriptions' ? (
          <SubscriptionsTab view={view} onView={setView} liveness={liveness} />
        ) : (
          <EmailsTab view={view} onView={setView} liveness={liveness} />
        )}
      </div>
    </div>
  )
}

function TabButton({ isShown, className, ...rest }: ComponentProps<'button'> & { isShown: boolean }) {
  return (
    <button
      type="button"
      aria-pressed={isShown}
      className={clsx(buttonClass({ kind: isShown ? 'ink' : 'outline' }), BAR_BUTTON, className)}
      {...rest}
    />
  )
}

/** The view stored in the address, and a function to change it. */
function useCrmView(): [CrmView, (view: CrmView, how?: { replace: boolean }) => void] {
  const [search, setSearch] = useSearchParams()
  const view = useMemo(() => readView(search), [search])
  const setView = useCallback(
    (next: CrmView, { replace }: { replace: boolean } = { replace: false }) =>
      // `flushSync` applies the change at once, so that the next change starts from it.
      setSearch(writeView(next), { replace, preventScrollReset: true, flushSync: true }),
    [setSearch],
  )
  return [view, setView]
}
