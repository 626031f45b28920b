import 'sonner/dist/styles.css'
import './toaster.css'
import { useEffect, useState } from 'react'
import { Toaster as SonnerToaster, toast } from 'sonner'
import { receiveNotices, type Notice } from '../lib/notify.ts'

const DEFAULT_DURATION_MS = 7000
/** The same breakpoint as in toaster.css. */
const PHONE = '(width < 40rem)'

const SHOW = { success: toast.success, error: toast.error, plain: toast.message }

function show(notice: Notice): void {
  const { kind, title, description, durationMs = DEFAULT_DURATION_MS, action } = notice
  SHOW[kind](title, {
    // The same notice again keeps the one that is shown; an action belongs to its own notice.
    id: action ? undefined : JSON.stringify(notice),
    duration: durationMs,
    description,
    action: action && { label: action.label, onClick: action.onPress },
  })
}

/** Shows the notices given to `notify`. Loaded on demand by `ToasterHost`. */
export function Toaster() {
  // As an effect, it runs after sonner's own effects, so that no notice is shown before sonner listens.
  useEffect(() => receiveNotices(show), [])
  const [isPhone] = useState(() => matchMedia(PHONE).matches)
  return (
    <SonnerToaster
      // At the bottom, a phone's keyboard would cover toasts. On larger screens, no dialog has its title or buttons at
      // the bottom left.
      position={isPhone ? 'top-center' : 'bottom-left'}
      closeButton
      toastOptions={{
        // Important, since sonner's own styles are not in a layer.
        classNames: {
          toast:
            'items-start! gap-3! px-4.5! py-4! text-[0.9375rem]! shadow-raised! ' +
            'focus-visible:outline-3! focus-visible:outline-offset-2! focus-visible:outline-focus!',
          icon: 'm-0! mt-[0.15rem]!',
          error: '[&_[data-icon]]:text-danger!',
          success: '[&_[data-icon]]:text-success!',
          content: 'flex-1! gap-1!',
          title: 'leading-[1.35]! font-[650]!',
          description: 'leading-[1.45]! text-ink-soft!',
          actionButton:
            'h-9! max-sm:h-11! self-center! rounded-full! bg-ink! px-4! text-[0.9375rem]! font-semibold! text-paper!',
          // Large enough for a thumb; only the disc inside of it, at the toast's corner, is visible.
          closeButton:
            'size-11! [--toast-close-button-transform:translate(-18px,-18px)] -outline-offset-7! border-0! ' +
            'bg-transparent! text-ink-soft! shadow-none! hover:text-ink! ' +
            '[&>svg]:size-6.5 [&>svg]:rounded-full [&>svg]:border [&>svg]:border-line [&>svg]:bg-raised [&>svg]:p-1.5 ' +
            'hover:[&>svg]:border-line-strong hover:[&>svg]:bg-sunk',
        },
      }}
    />
  )
}
