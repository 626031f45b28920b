import { useQueryClient } from '@tanstack/react-query'
import { Gauge, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { BAR_BUTTON } from './bar-button.ts'
import { FAILURES, notifyFailure, notifySuccess } from './crm-notices.ts'
import { checkUsageLimits, syncSubscriptions } from './functions.ts'

type Tool = 'sync' | 'usage'

/** The two functions for all subscriptions at once. */
export function TeamTools() {
  const [running, setRunning] = useState<Tool | null>(null)
  const client = useQueryClient()

  const run = async (tool: Tool, action: () => Promise<void>) => {
    if (running !== null) return
    setRunning(tool)
    try {
      await action()
      await client.invalidateQueries({ queryKey: ['crm'] })
    } catch (error) {
      notifyFailure(FAILURES[tool], error)
    }
    setRunning(null)
  }

  const sync = () =>
    run('sync', async () => {
      const synced = await syncSubscriptions()
      notifySuccess(`Synced ${synced} subscriptions from Stripe`)
    })
  const checkUsage = () =>
    run('usage', async () => {
      const { alerts, exceeded } = await checkUsageLimits()
      notifySuccess('Usage Check Complete', `Found ${alerts} alerts (${exceeded} exceeded limits)`)
    })

  return (
    <>
      <Button className={BAR_BUTTON} aria-disabled={running !== null} onClick={() => void sync()}>
        <RefreshCw aria-hidden className={running === 'sync' ? '-ml-1 size-4.5 animate-spin' : '-ml-1 size-4.5'} />
        Sync from Stripe
      </Button>
      <Button className={BAR_BUTTON} aria-disabled={running !== null} onClick={() => void checkUsage()}>
        <Gauge aria-hidden className="-ml-1 size-4.5" />
        Check Usage Limits
      </Button>
    </>
  )
}
