import { useEffect, useState } from 'react'

/** A shorter delay needs no message, and a message that only flashes would distract. */
const SHOWN_AFTER_MS = 300

/** Shown in place of a dialog while its script is loading. */
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
