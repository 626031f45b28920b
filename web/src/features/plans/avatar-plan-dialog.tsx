import { AVATAR_PLANS } from '#contract/plans.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PlanCard } from './plan-card.tsx'

interface AvatarPlanDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onOpenCalls: () => void
}

/** What a person is offered once a call is over. */
export function AvatarPlanDialog({ open, onOpenChange, onOpenCalls }: AvatarPlanDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Choose Your Avatar Plan"
      description="With a plan, the next call need not end after a minute."
      width="wide"
    >
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {AVATAR_PLANS.map((plan) => {
          const [price = plan.price, period] = plan.price.split('/')
          return (
            <li key={plan.id}>
              <PlanCard
                name={plan.name}
                price={price}
                {...(period === undefined ? {} : { per: `/${period}` })}
                lines={[`${plan.minutes} minutes`, ...plan.features]}
                popular={plan.popular}
                action="Start Talking"
                onLeave={() => onOpenChange(false)}
              />
            </li>
          )
        })}
      </ul>
      <p className="mt-6 text-[0.9375rem] text-ink-soft">
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
    </Dialog>
  )
}
