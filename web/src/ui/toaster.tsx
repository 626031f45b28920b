import 'sonner/dist/styles.css'
import './toaster.css'
import { useEffect } from 'react'
import { Toaster as SonnerToaster, toast } from 'sonner'
import { receiveNotices, type Notice } from '../lib/notify.ts'

const DEFAULT_DURATION_MS = 7000
const BELOW_HEADER_PX = 76

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
  return (
    <SonnerToaster
      // Under the header: at the foot a phone's keyboard would cover them.
      position="top-center"
      offset={{ top: BELOW_HEADER_PX }}
      mobileOffset={{ top: BELOW_HEADER_PX }}
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
