import { lazy, Suspense, useEffect, useState } from 'react'
import { whenNoticesWait } from '../lib/notify.ts'

const LazyToaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }))

/** Keeps the toaster out of the first load: it comes with the first notice. */
export function ToasterHost() {
  const [needed, setNeeded] = useState(false)
  useEffect(() => whenNoticesWait(() => setNeeded(true)), [])
  if (!needed) return null
  return (
    <Suspense>
      <LazyToaster />
    </Suspense>
  )
}
