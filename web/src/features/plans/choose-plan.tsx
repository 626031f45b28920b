import { checkoutPath, type BillingPeriod, type PlanId } from '#contract/plans.ts'
import type { KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { clsx } from 'clsx'
import { Button, buttonClass } from '../../ui/button.tsx'

/** The page on which a person asks for a plan whose price is agreed in person (decisions, section 7). */
const CUSTOM_PLAN_CONTACT = '/contact?about=custom-plan'

interface ChoosePlanProps {
  planId: PlanId
  period: BillingPeriod
  label: string
  kind: 'primary' | 'outline'
  /** Left out where nothing stays chosen. */
  isPressed?: boolean
  /** Id of what says that a new tab opens. */
  describedBy?: string
  onChoose?: () => void
  className?: string
}

/**
 * Chooses a plan: opens its checkout in a new tab, or the contact form for a plan that has none. The checkout is a link
 * underneath, so that no blocker of pop-ups stops it and the middle button works too.
 */
export function ChoosePlan({
  planId,
  period,
  label,
  kind,
  isPressed,
  describedBy,
  onChoose,
  className,
}: ChoosePlanProps) {
  const navigate = useNavigate()
  const address = checkoutPath(planId, period)
  const pressed = isPressed === undefined ? {} : { 'aria-pressed': isPressed }

  if (address === null) {
    const ask = () => {
      // oxlint-disable-next-line no-console -- asked for by the specification
      console.log('Plan chosen:', planId)
      onChoose?.()
      void navigate(CUSTOM_PLAN_CONTACT)
    }
    return (
      <Button kind={kind} className={className} onClick={ask} {...pressed}>
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
      aria-describedby={describedBy}
      className={clsx(buttonClass({ kind }), className)}
      onClick={onChoose}
      onKeyDown={pressOnSpace}
      {...pressed}
    >
      {label}
    </a>
  )
}

/** A button is pressed with the space bar too, which links do not know. */
function pressOnSpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
