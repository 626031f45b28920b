import { useEffect, useRef } from 'react'
import { clsx } from 'clsx'
import { PortraitPicture } from '../../ui/portrait-picture.tsx'

interface LivingPortraitProps {
  id: string
  image: string
  className?: string
}

/**
 * The still picture comes with the page; once the browser is idle, a face that blinks and looks about takes its place.
 * Where motion is unwelcome the picture stays.
 */
export function LivingPortrait({ id, image, className }: LivingPortraitProps) {
  const host = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let stop = () => undefined as void
    let isGone = false
    const begin = async () => {
      const { startLivingFace } = await import('./living-face.ts')
      if (host.current !== null && !isGone) stop = startLivingFace(host.current, id)
    }
    // Without the module the picture simply stays still.
    const idle = whenIdle(() => void begin().catch(() => undefined))
    return () => {
      isGone = true
      idle()
      stop()
    }
  }, [id])

  return (
    <span className={clsx('relative block', className)}>
      <PortraitPicture id={id} image={image} alt="" eager />
      <span ref={host} className="absolute inset-0 [&>svg]:block [&>svg]:size-full" />
    </span>
  )
}

const IDLE_FALLBACK_MS = 1200

/** Calls back once the browser has nothing better to do. Returns the way to call it off. */
function whenIdle(callback: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, IDLE_FALLBACK_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(callback, { timeout: 4000 })
  return () => cancelIdleCallback(handle)
}
