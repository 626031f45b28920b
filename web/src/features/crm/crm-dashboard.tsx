import House from 'lucide-react/icons/house'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import Users from 'lucide-react/icons/users'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { readView, writeView, type CrmView } from './crm-view.ts'
import { EmailsTab } from './emails-tab.tsx'
import { SubscriptionsTab } from './subscriptions-tab.tsx'
import { BAR_BUTTON, TeamTools } from './team-tools.tsx'
import { useLiveChanges } from './use-live-changes.ts'

const TABS = [
  { tab: 'subscriptions', label: 'Subscriptions', Icon: Users },
  { tab: 'emails', label: 'Email CRM', Icon: Mail },
] as const

/** Must be rendered inside of `ScreenQueries`. */
export function CrmDashboard({ onHome, onLogOut }: { onHome: () => void; onLogOut: () => void }) {
  const [view, setView] = useCrmView()
  const liveness = useLiveChanges()
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
          {TABS.map(({ tab, label, Icon }) => (
            <Button
              key={tab}
              kind={tab === view.tab ? 'ink' : 'outline'}
              aria-pressed={tab === view.tab}
              className={BAR_BUTTON}
              onClick={() => (tab === view.tab ? undefined : setView(readView(new URLSearchParams({ tab }))))}
            >
              <Icon aria-hidden className="-ml-1 size-4.5" />
              {label}
            </Button>
          ))}
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
