import { useQueryClient } from '@tanstack/react-query'
import Gauge from 'lucide-react/icons/gauge'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { api, successBody } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { BAR_BUTTON } from './search-box.tsx'
import { FAILURES, notifyFailure, notifySuccess } from './crm-notices.ts'

const { functions } = api.api

type Tool = 'sync' | 'usage'

export function TeamTools() {
  const [running, setRunning] = useState<Tool | null>(null)
  const client = useQueryClient()

  const run = async (tool: Tool, action: () => Promise<void>) => {
    if (running !== null) return
    setRunning(tool)
    try {
      await action()
      await client.invalidateQueries()
    } catch (error) {
      notifyFailure(FAILURES[tool], error)
    }
    setRunning(null)
  }

  const sync = () =>
    run('sync', async () => {
      const { synced } = await successBody(functions['sync-subscriptions'].$post())
      notifySuccess(`Synced ${synced} subscriptions from Stripe`)
    })
  const checkUsage = () =>
    run('usage', async () => {
      const { alerts } = await successBody(functions['check-usage-limits'].$post())
      const exceeded = alerts.filter(({ type }) => type === 'exceeded')
      notifySuccess('Usage Check Complete', `Found ${alerts.length} alerts (${exceeded.length} exceeded limits)`)
    })

  return (
    <>
      <ToolButton
        words="Sync from Stripe"
        Icon={RefreshCw}
        isRunning={running === 'sync'}
        isWaiting={running === 'usage'}
        onPress={() => void sync()}
      />
      <ToolButton
        words="Check Usage Limits"
        Icon={Gauge}
        isRunning={running === 'usage'}
        isWaiting={running === 'sync'}
        onPress={() => void checkUsage()}
      />
    </>
  )
}

interface ToolButtonProps {
  words: string
  Icon: LucideIcon
  /** `isRunning`: this button's action is running; `isWaiting`: the other button's. */
  isRunning: boolean
  isWaiting: boolean
  onPress: () => void
}

/** Shows a spinner while it runs, even on phones, where the icon is otherwise left out. */
function ToolButton({ words, Icon, isRunning, isWaiting, onPress }: ToolButtonProps) {
  return (
    <Button
      className={BAR_BUTTON}
      // Not `disabled`, which would move the focus away.
      aria-disabled={isRunning || isWaiting}
      aria-busy={isRunning}
      onClick={onPress}
    >
      {isRunning ? (
        <LoaderCircle aria-hidden className="-ml-1 size-4.5 animate-spin max-sm:block!" />
      ) : (
        <Icon aria-hidden className="-ml-1 size-4.5" />
      )}
      {words}
    </Button>
  )
}
