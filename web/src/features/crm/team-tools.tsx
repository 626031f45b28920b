import { useQueryClient } from '@tanstack/react-query'
import Gauge from 'lucide-react/icons/gauge'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { api, successBody } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { FAILURES, notifyFailure, notifySuccess } from './crm-notices.ts'

const { functions } = api.api

/**
 * Classes of the buttons in the top bar. On phones they are smaller and have no icons, so that they fit in two lines.
 */
export const BAR_BUTTON = 'max-sm:grow max-sm:px-3 max-sm:text-[0.9375rem] max-sm:[&>svg]:hidden'

const TOOLS = [
  {
    words: 'Sync from Stripe',
    Icon: RefreshCw,
    failure: FAILURES.sync,
    run: async () => {
      const { synced } = await successBody(functions['sync-subscriptions'].$post())
      notifySuccess(`Synced ${synced} subscriptions from Stripe`)
    },
  },
  {
    words: 'Check Usage Limits',
    Icon: Gauge,
    failure: FAILURES.usage,
    run: async () => {
      const { alerts } = await successBody(functions['check-usage-limits'].$post())
      const exceeded = alerts.filter(({ type }) => type === 'exceeded')
      notifySuccess('Usage Check Complete', `Found ${alerts.length} alerts (${exceeded.length} exceeded limits)`)
    },
  },
]

type Tool = (typeof TOOLS)[number]

/** The buttons of the two tools, which run one at a time. */
export function TeamTools() {
  const [running, setRunning] = useState<Tool | null>(null)
  const client = useQueryClient()

  const start = async (tool: Tool) => {
    setRunning(tool)
    try {
      await tool.run()
      await client.invalidateQueries()
    } catch (error) {
      notifyFailure(tool.failure, error)
    }
    setRunning(null)
  }

  return TOOLS.map((tool) => (
    <Button
      key={tool.words}
      className={BAR_BUTTON}
      aria-disabled={running !== null}
      aria-busy={running === tool}
      onClick={() => void start(tool)}
    >
      {running === tool ? (
        // Shown even on phones, where the icon is left out.
        <LoaderCircle aria-hidden className="-ml-1 size-4.5 animate-spin max-sm:block!" />
      ) : (
        <tool.Icon aria-hidden className="-ml-1 size-4.5" />
      )}
      {tool.words}
    </Button>
  ))
}
