import type { MyBilling } from '#contract/billing.ts'
import ExternalLink from 'lucide-react/icons/external-link'
import { formatDay } from '../../lib/formatting.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { OwnPlan } from './own-plan.tsx'
import { sortPlans } from './plan-words.ts'
import { useWatchedBilling } from './use-watched-billing.ts'
import { openLateTab } from '../../lib/late-tab.ts'
import { failureNotice } from '../../lib/notify-failure.ts'
import { notify } from '../../lib/notify.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { api, successBody } from '../../lib/api.ts'
import { Loaded } from '../../ui/loaded.tsx'

export function PlansPart() {
  const { query, onPortalOpened } = useWatchedBilling()
  return (
    <Loaded
      query={query}
      loading="Loading your plan..."
      otherwise="Your plan could not be shown. Nothing about it has changed; please try again."
    >
      {(billing) => <Plans billing={billing} onPortalOpened={onPortalOpened} />}
    </Loaded>
  )
}

interface PlansProps {
  billing: MyBilling
  onPortalOpened: () => void
}

function Plans({ billing: { subscriptions, hasPortal, isStale }, onPortalOpened }: PlansProps) {
  const { current, past } = sortPlans(subscriptions)
  const portal = hasPortal ? <PortalButton onOpened={onPortalOpened} /> : null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {isStale ? (
        <p role="status" className="rounded-[14px] bg-sunk px-4 py-3">
          The payment provider is not answering right now, so this may be out of date. Your minutes are not affected.
        </p>
      ) : null}
      {current.map((subscription) => (
        <OwnPlan key={subscription.id} subscription={subscription} action={portal} />
      ))}
      {current.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-[22px] border border-line bg-raised px-5 py-5 sm:px-7">
          <p className="max-w-[46ch] min-w-[min(100%,12rem)] flex-1">
            {past.length === 0 ? 'You have no plan yet. ' : 'You have no plan now. '}
            Your account lets you talk with every assistant, up to 60 seconds a call.
          </p>
          <div className="flex flex-wrap gap-3">
            <ClaimLinkButton />
            {past.length > 0 ? portal : null}
            <ButtonLink to="/pricing" kind="primary">
              See the plans
            </ButtonLink>
          </div>
        </div>
      ) : null}
      {past.length > 0 ? (
        <div>
          <h3 className="text-lg">Earlier plans</h3>
          <ul className="mt-2 grid gap-1 text-ink-soft tabular-nums">
            {past.map(({ id, plan, endsAt, periodEnd }) => (
              <li key={id}>
                {plan}, ended on {formatDay(endsAt ?? periodEnd)}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}

/** For a person who paid before logging in and no longer has the mail with the claim link. */
function ClaimLinkButton() {
  const { isBusy, run } = useBusy()

  const send = async () => {
    try {
      await api.api.billing.claim.send.$post({})
      notify({
        kind: 'success',
        title: 'Check your email',
        description:
          'If a plan was paid for with your address and is not on an account yet, we have emailed you its link.',
      })
    } catch (error) {
      notify(failureNotice(error, 'The email could not be sent'))
    }
  }

  return (
    <Button aria-disabled={isBusy} onClick={() => void run(send)}>
      {isBusy ? 'Sending...' : 'Paid without logging in?'}
    </Button>
  )
}

/**
 * Opens the payment provider's customer portal in a new tab, where plans are changed or canceled and cards are managed.
 */
function PortalButton({ onOpened }: { onOpened: () => void }) {
  const { isBusy, run } = useBusy()

  const open = async () => {
    const tab = openLateTab()
    try {
      const { url } = await successBody(api.api.billing.portal.$post())
      tab.show(url, 'Your plan’s page is ready')
      onOpened()
    } catch (error) {
      tab.close()
      notify(failureNotice(error, 'That could not be opened'))
    }
  }

  return (
    <Button aria-disabled={isBusy} onClick={() => void run(open)}>
      {isBusy ? 'Opening…' : 'Change or cancel'}
      <ExternalLink aria-hidden className="-mr-1 size-4" />
      <span className="sr-only">(opens in a new tab)</span>
    </Button>
  )
}
