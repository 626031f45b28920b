import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** A discreet message for a person who returned from the payment page without paying. */
export function LeftCheckout() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  // Set only in the browser: the page is prerendered without the query.
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
