import { checkoutPath, type BillingPeriod, type PlanId } from '#contract/plans.ts'
import type { KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { clsx } from 'clsx'
import { Button, buttonClass } from '../../ui/button.tsx'

/** The page for requesting a plan whose price is agreed in person (decisions, section 7). */
const CUSTOM_PLAN_CONTACT = '/contact?about=custom-plan'

interface ChoosePlanProps {
  planId: PlanId
  period: BillingPeriod
  label: string
  kind: 'primary' | 'outline'
  /** Whether the plan is the selected one; absent where plans cannot be selected. */
  isPressed?: boolean
  /** The id of the text that says a new tab opens. */
  describedBy?: string
  onChoose?: () => void
  className?: string
}

/**
 * A button to choose a plan: opens its checkout in a new tab, or the contact form for a plan without one. It is a link,
 * so that pop-up blockers don't stop it and the middle mouse button works.
 */
export function ChoosePlan(props: ChoosePlanProps) {
  const { planId, period, label, kind, isPressed, describedBy, onChoose, className } = props
  const navigate = useNavigate()
  const address = checkoutPath(planId, period)

  if (address === null) {
    const ask = () => {
      // oxlint-disable-next-line no-console -- asked for by the specification
      console.log('Plan chosen:', planId)
      onChoose?.()
      void navigate(CUSTOM_PLAN_CONTACT)
    }
    return (
      <Button kind={kind} className={className} aria-pressed={isPressed} onClick={ask}>
        {label}
      </Button>
    )
  }
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener"
      role="button"
      aria-pressed={isPressed}
      aria-describedby={describedBy}
      className={clsx(buttonClass({ kind }), className)}
      onClick={(event) => {
        // The second click of a double click would open a second tab.
        if (event.detail > 1) event.preventDefault()
        else onChoose?.()
      }}
      onKeyDown={pressOnSpace}
    >
      {label}
    </a>
  )
}

/** A button also reacts to the space bar, which links don't. */
function pressOnSpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
