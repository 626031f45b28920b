import { BUSINESS_PLANS, UNLIMITED } from '#contract/plans.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PlanCard } from './plan-card.tsx'

interface BusinessPlanDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

function assistantsLine(count: number | typeof UNLIMITED): string {
  if (count === UNLIMITED) return 'Unlimited assistants'
  return count === 1 ? '1 assistant' : `${count} assistants`
}

/** What a business is offered for an assistant of its own. */
export function BusinessPlanDialog({ open, onOpenChange }: BusinessPlanDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Choose Your Business Plan"
      description="An assistant with your face, your voice and your answers."
      width="wide"
    >
      <ul className="grid gap-4 md:grid-cols-3">
        {BUSINESS_PLANS.map((plan) => (
          <li key={plan.id}>
            <PlanCard
              name={plan.name}
              price={`$${plan.price}`}
              per="/month"
              lines={[`${plan.minutes} minutes`, assistantsLine(plan.assistants), ...plan.features]}
              popular={plan.popular}
              action="Get Started"
              onLeave={() => onOpenChange(false)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
