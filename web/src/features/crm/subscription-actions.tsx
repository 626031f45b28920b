import { subscriptionActions, type SubscriptionAction } from '#contract/subscription-status.ts'
import { useQueryClient } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import { useState } from 'react'
import { api, successBody } from '../../lib/api.ts'
import { openLateTab } from '../../lib/late-tab.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notifyFailure, notifySuccess } from './crm-notices.ts'
import { KEYS, type Subscriber } from './crm-queries.ts'

const WORDS: Readonly<Record<SubscriptionAction, string>> = {
  cancel: 'Cancel',
  reactivate: 'Reactivate',
  customer_portal: 'Customer portal',
}

/** The actions that a subscription's status allows (spec section 4). */
export function SubscriptionActions({ row, tabIndex }: { row: Subscriber; tabIndex: 0 | -1 }) {
  const [running, setRunning] = useState<SubscriptionAction | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const client = useQueryClient()

  const run = async (action: SubscriptionAction) => {
    setIsAsking(false)
    setRunning(action)
    const tab = action === 'customer_portal' ? openLateTab() : null
    try {
      const json = { action, subscriptionId: row.stripe_subscription_id, email: row.email }
      // A page to open: the customer portal, or a checkout when the person must pay again.
      const { url = null } = await successBody(api.api.functions['manage-subscription'].$post({ json }))
      if (url === null) {
        notifySuccess(`Subscription ${action} completed`)
        tab?.close()
      } else if (tab) tab.show(url, 'The customer portal is ready')
      else offerLink(url)
    } catch (error) {
      tab?.close()
      notifyFailure(`Failed to ${action} subscription`, error)
    }
    await Promise.all([KEYS.subscribers, KEYS.stats].map((queryKey) => client.invalidateQueries({ queryKey })))
    setRunning(null)
  }

  return (
    <div className="flex flex-wrap gap-x-1.5 gap-y-2 md:flex-nowrap md:justify-end">
      {subscriptionActions(row.subscription_status).map((action) => (
        <Button
          key={action}
          size="dense"
          className="md:px-3.5"
          tabIndex={tabIndex}
          aria-label={`${WORDS[action]}, ${row.email}`}
          aria-disabled={running !== null}
          onClick={() => (action === 'cancel' ? setIsAsking(true) : void run(action))}
        >
          {running === action ? 'Working...' : WORDS[action]}
          {action === 'customer_portal' ? <ExternalLink aria-hidden className="-mr-1 size-4" /> : null}
        </Button>
      ))}
      {isAsking ? (
        <Dialog
          onClose={() => setIsAsking(false)}
          width="narrow"
          title="Cancel this subscription?"
          description={`${row.email} keeps ${row.subscription_tier} until the end of the paid period. Nothing more is charged, and you can reactivate it.`}
        >
          <div className="flex flex-wrap justify-end gap-2.5">
            <Button onClick={() => setIsAsking(false)}>Keep it</Button>
            <Button kind="primary" onClick={() => void run('cancel')}>
              Cancel subscription
            </Button>
          </div>
        </Dialog>
      ) : null}
    </div>
  )
}

/** The customer has no payment method left, or has left the site, and has to pay on a page whose link the team can send. */
function offerLink(url: string): void {
  notify({
    kind: 'plain',
    title: 'A new payment is needed',
    description: 'There is no payment method that may be charged. Send this person the checkout link.',
    action: { label: 'Copy link', onPress: () => void navigator.clipboard.writeText(url) },
    durationMs: 30_000,
  })
}
