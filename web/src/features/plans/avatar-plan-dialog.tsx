import { AVATAR_PLANS } from '#contract/plans.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PlanCard } from './plan-card.tsx'

interface AvatarPlanDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What a person is offered once a call is over. */
export function AvatarPlanDialog({ open, onOpenChange }: AvatarPlanDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Choose Your Avatar Plan"
      description="The call is kept in your call list. With a plan, the next one need not end after a minute."
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
    </Dialog>
  )
}
