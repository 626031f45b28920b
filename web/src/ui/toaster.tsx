import 'sonner/dist/styles.css'
import './toaster.css'
import { useEffect, useState } from 'react'
import { Toaster as SonnerToaster, toast } from 'sonner'
import { receiveNotices, type Notice } from '../lib/notify.ts'

const DEFAULT_DURATION_MS = 7000
/** As in toaster.css. */
const PHONE = '(width < 40rem)'

const SHOW = { success: toast.success, error: toast.error, plain: toast.message }

function show(notice: Notice): void {
  SHOW[notice.kind](notice.title, {
    duration: notice.durationMs ?? DEFAULT_DURATION_MS,
    ...(notice.description === undefined ? {} : { description: notice.description }),
    ...(notice.action === undefined
      ? {}
      : { action: { label: notice.action.label, onClick: () => notice.action?.onPress() } }),
  })
}

/** Shows what `notify` is given. Loaded on demand by `ToasterHost`. */
export function Toaster() {
  // After the first paint of sonner's own effects, so that nothing is said before it listens.
  useEffect(() => receiveNotices(show), [])
  const [isPhone] = useState(() => matchMedia(PHONE).matches)
  return (
    <SonnerToaster
      // At the foot a phone's keyboard would cover them. Elsewhere no dialog has its heading or its buttons there.
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
