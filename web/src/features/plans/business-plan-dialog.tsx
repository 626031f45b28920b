import { BUSINESS_PLANS, UNLIMITED, type Minutes } from '#contract/plans.ts'
import { useEffect, useId, useState } from 'react'
import { ownAssistantsChanged } from '../../lib/own-assistants-changed.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useOwnPlans } from './own-plans.ts'
import { PlanCard } from './plan-card.tsx'

interface BusinessPlanDialogProps {
  onClose: () => void
  /** Null for a visitor without an account. */
  viewerId: string | null
}

function assistantsLine(count: Minutes): string {
  if (count === UNLIMITED) return 'Unlimited assistants'
  return count === 1 ? '1 assistant' : `${count} assistants`
}

/** Shown to a person whose assistant waits for a plan. When the plan is paid in another tab, the dialog says so. */
export function BusinessPlanDialog({ onClose, viewerId }: BusinessPlanDialogProps) {
  const noteId = useId()
  const { planIds } = useOwnPlans(viewerId)
  const [before] = useState(planIds)
  const bought = BUSINESS_PLANS.find(({ id }) => planIds.has(id) && !before.has(id))
  const hasBought = bought !== undefined
  // A list behind the dialog still shows the assistants as drafts.
  useEffect(() => {
    if (hasBought) ownAssistantsChanged.tell()
  }, [hasBought])
  if (bought) {
    return (
      <Dialog
        onClose={onClose}
        title={`Your plan ${bought.name} is active`}
        description="Your payment has arrived. Assistants that were waiting for it are now live."
        width="narrow"
      >
        <ButtonLink to="/assistants" kind="primary" onClick={onClose}>
          My assistants
        </ButtonLink>
      </Dialog>
    )
  }
  return (
    <Dialog
      onClose={onClose}
      title="Choose Your Business Plan"
      description="An assistant with your face, your voice and your answers."
      width="wide"
    >
      <ul className="grid gap-4 md:grid-cols-3">
        {BUSINESS_PLANS.map((plan) => (
          <li key={plan.id}>
            <PlanCard
              plan={plan}
              price={`$${plan.price}`}
              per="/month"
              lines={[assistantsLine(plan.assistants), ...plan.features]}
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
