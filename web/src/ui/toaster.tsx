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
        classNames: {
          toast: 'voxhall-toast',
          title: 'voxhall-toast-title',
          description: 'voxhall-toast-description',
          actionButton: 'voxhall-toast-action',
          closeButton: 'voxhall-toast-close',
        },
      }}
    />
  )
}
