import { Link } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'

/** For a checkout address that names no plan on offer. */
export function UnknownPlan() {
  return (
    <div className="text-center">
      <h1 className="text-4xl">That plan does not exist</h1>
      <p className="mt-3 text-ink-soft">
        The address may be mistyped or out of date. Nothing was charged. The plans on offer are on the pricing page.
      </p>
      <Link to="/pricing" className={buttonClass({ kind: 'primary', className: 'mt-6' })}>
        See the plans
      </Link>
    </div>
  )
}
