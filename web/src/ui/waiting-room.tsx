import type { ReactNode } from 'react'
import { PortraitPicture } from './portrait-picture.tsx'

interface WaitingRoomProps {
  assistant: { id: string; name: string; image: string }
  children: ReactNode
}

/**
 * Shown until a call is possible: the portrait, and beside it the state of the preparation. Laid out like the call
 * panel.
 */
export function WaitingRoom({ assistant, children }: WaitingRoomProps) {
  const { id, name, image } = assistant
  return (
    <div className="flex h-full flex-col gap-x-10 gap-y-8 sm:grid sm:h-auto sm:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="flex flex-col items-center sm:justify-center">
        <PortraitPicture id={id} image={image} alt={name} eager className="w-[min(58vw,15.5rem,26dvh)] sm:w-64" />
      </div>
      <div className="flex min-w-0 flex-col justify-center gap-5 sm:min-h-108">{children}</div>
    </div>
  )
}

/** The text required by the specification. */
export function LoadingText({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-center text-lg sm:text-left">
        {children}
      </p>
      <span aria-hidden className="h-1 rounded-full bg-line-strong motion-safe:animate-pulse" />
    </div>
  )
}
