import { BUSINESS_PLANS, minutesLine, UNLIMITED, type Minutes } from '#contract/plans.ts'
import { useId } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { PlanCard } from './plan-card.tsx'

interface BusinessPlanDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

function assistantsLine(count: Minutes): string {
  if (count === UNLIMITED) return 'Unlimited assistants'
  return count === 1 ? '1 assistant' : `${count} assistants`
}

export function BusinessPlanDialog({ open, onOpenChange }: BusinessPlanDialogProps) {
  const noteId = useId()
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
              planId={plan.id}
              name={plan.name}
              price={`$${plan.price}`}
              per="/month"
              minutes={minutesLine(plan.id, 'monthly')}
              lines={[assistantsLine(plan.assistants), ...plan.features]}
              popular={plan.popular}
              action="Get Started"
              describedBy={noteId}
            />
          </li>
        ))}
      </ul>
      <p id={noteId} className="mt-6 text-[0.9375rem] text-ink-soft">
        The checkout opens in a new tab.
      </p>
    </Dialog>
  )
}
