import { useEffect, useState } from 'react'

/** A quick answer needs no announcement, and what flashes by disturbs. */
const SHOWN_AFTER_MS = 300

/** Stands where a dialog will, while its script is on its way. */
export function OpeningNote() {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div role="status" className="pointer-events-none fixed inset-0 z-50 grid place-items-center p-5">
      {isShown ? (
        <p className="animate-fade rounded-full bg-ink px-7 py-4 text-lg font-semibold text-paper shadow-raised">
          Opening…
        </p>
      ) : null}
    </div>
  )
}
