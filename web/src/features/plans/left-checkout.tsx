import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** A quiet line for a person who came back from the payment page without paying. */
export function LeftCheckout() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  // Known only in the browser: the page was built without a query.
  const [hasLeft, setHasLeft] = useState(false)

  useEffect(() => {
    if (!search.includes('checkout=canceled')) return
    setHasLeft(true)
    void navigate(pathname, { replace: true })
  }, [pathname, search, navigate])

  return (
    <p role="status" className="mt-5 max-w-[60ch] empty:hidden">
      {hasLeft ? 'You left the payment page. Nothing was charged, and no plan was started or changed.' : null}
    </p>
  )
}
