import { AVATAR_PLANS, minutesLine } from '#contract/plans.ts'
import { useId } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { PlanCard } from './plan-card.tsx'
import { useOwnPlanIds } from './use-own-plan-ids.ts'

interface AvatarPlanDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Null for somebody who is not signed in. */
  viewerId: string | null
  /** Leads to the calls that were kept. */
  onOpenCalls: () => void
}

/** Shown after a call, to a person who now knows what an assistant is. */
export function AvatarPlanDialog({ open, onOpenChange, viewerId, onOpenCalls }: AvatarPlanDialogProps) {
  const noteId = useId()
  const ownPlanIds = useOwnPlanIds(viewerId)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Choose Your Avatar Plan"
      description="The free trial lasts a minute. With a plan you talk as long as your minutes last."
      width="wide"
    >
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {AVATAR_PLANS.map((plan) => {
          const [price = plan.price, period] = plan.price.split('/')
          return (
            <li key={plan.id}>
              <PlanCard
                planId={plan.id}
                name={plan.name}
                price={price}
                {...(period === undefined ? {} : { per: `/${period}` })}
                minutes={minutesLine(plan.id, 'monthly')}
                lines={plan.features}
                popular={plan.popular}
                isOwn={ownPlanIds.has(plan.id)}
                action="Start Talking"
                describedBy={noteId}
                {...(plan.id === 'custom' ? { onChoose: () => onOpenChange(false) } : {})}
              />
            </li>
          )
        })}
      </ul>
      <div className="mt-6 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 text-[0.9375rem] text-ink-soft">
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
        <p id={noteId}>The checkout opens in a new tab.</p>
      </div>
    </Dialog>
  )
}
