import { Link } from 'react-router'
import { formatDay } from '../../lib/formatting.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { failureWords } from '../../lib/api-problem.ts'
import { ClaimLinkButton } from './claim-link-button.tsx'
import { OwnPlan } from './own-plan.tsx'
import { sortPlans } from './plan-words.ts'
import { PortalButton } from './portal-button.tsx'
import { useWatchedBilling } from './use-watched-billing.ts'

/** The signed-in person's plans, or a way to one. */
export function PlansPart({ viewerId }: { viewerId: string }) {
  const { query, onPortalOpened } = useWatchedBilling(viewerId)

  if (query.data === undefined) {
    if (query.isPending) {
      return (
        <p role="status" className="text-ink-soft">
          Loading your plan...
        </p>
      )
    }
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <p>
          {failureWords(query.error, 'Your plan could not be shown. Nothing about it has changed; please try again.')}
        </p>
        <Button onClick={() => void query.refetch()}>Try Again</Button>
      </div>
    )
  }

  const { subscriptions, hasPortal, isStale } = query.data
  const { current, past } = sortPlans(subscriptions)
  const portal = hasPortal ? <PortalButton onOpened={onPortalOpened} /> : null
  return (
    <div className="grid gap-5">
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
          <p className="max-w-[46ch] min-w-48 flex-1">
            {past.length === 0 ? 'You have no plan yet. ' : 'You have no plan now. '}
            Your account lets you talk with every assistant, up to 60 seconds a call.
          </p>
          <div className="flex flex-wrap gap-3">
            <ClaimLinkButton />
            {past.length > 0 ? portal : null}
            <Link to="/pricing" className={buttonClass({ kind: 'primary' })}>
              See the plans
            </Link>
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
