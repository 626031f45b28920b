import { AVATAR_PLANS } from '#contract/plans.ts'
import { useId } from 'react'
import type { TrialEnd } from '../../lib/trial-end.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PlanCard } from './plan-card.tsx'
import { useOwnPlans } from './own-plans.ts'

interface AvatarPlanDialogProps {
  onClose: () => void
  /** Null for a visitor without an account. */
  viewerId: string | null
  after: TrialEnd
  onOpenCalls: () => void
  onTalk: () => void
}

const MORE = 'With a plan, you can talk for as long as your minutes last.'
const DESCRIPTION: Readonly<Record<TrialEnd, string>> = {
  'call-ended': `That was a free call, which lasts up to a minute. ${MORE}`,
  'minute-used-up': `Your free minute is up. ${MORE}`,
  'no-call': `The free trial lasts a minute, and you can come back to it. ${MORE}`,
}

/**
 * Offers plans to a person who has just tried an assistant. If a plan is bought in another tab meanwhile, it says so.
 */
export function AvatarPlanDialog(props: AvatarPlanDialogProps) {
  const { onClose, viewerId, after, onOpenCalls, onTalk } = props
  const noteId = useId()
  const { hasPlan, planIds: ownPlanIds } = useOwnPlans(viewerId)
  if (hasPlan) return <PlanIsActive onClose={onClose} onTalk={onTalk} />
  return (
    <Dialog onClose={onClose} title="Choose Your Avatar Plan" description={DESCRIPTION[after]} width="wide">
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {AVATAR_PLANS.map((plan) => {
          const [price = plan.price, period] = plan.price.split('/')
          return (
            <li key={plan.id}>
              <PlanCard
                plan={plan}
                price={price}
                per={period && `/${period}`}
                lines={plan.features}
                isOwn={ownPlanIds.has(plan.id)}
                action="Start Talking"
                describedBy={noteId}
                onChoose={plan.id === 'custom' ? onClose : undefined}
              />
            </li>
          )
        })}
      </ul>
      <div className="mt-6 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 text-[0.9375rem] text-ink-soft">
        {after === 'no-call' ? null : (
          <p>
            What was said is kept for you:{' '}
            <button
              type="button"
              className="py-1 font-semibold text-ink underline underline-offset-4"
              onClick={onOpenCalls}
            >
              read the call again
            </button>
            .
          </p>
        )}
        <p id={noteId}>The checkout opens in a new tab.</p>
      </div>
    </Dialog>
  )
}

function PlanIsActive({ onClose, onTalk }: Pick<AvatarPlanDialogProps, 'onClose' | 'onTalk'>) {
  return (
    <Dialog
      onClose={onClose}
      title="Your plan is active"
      description="Your payment has arrived. You can keep talking for as long as your minutes last."
      width="narrow"
    >
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" onClick={onTalk}>
          Talk again
        </Button>
        <ButtonLink to="/account" onClick={onClose}>
          See your plan
        </ButtonLink>
      </div>
    </Dialog>
  )
}
