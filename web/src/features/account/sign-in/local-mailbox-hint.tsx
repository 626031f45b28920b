import { useEffect, useState } from 'react'
import { api, successBody } from '../../../lib/api.ts'

/** In local mode, where no mail is sent, links to the local mailbox. Elsewhere it shows nothing. */
export function LocalMailboxHint() {
  const [isLocal, setLocal] = useState(false)

  useEffect(() => {
    const abort = new AbortController()
    successBody(api.api.health.$get({}, { init: { signal: abort.signal } }))
      .then((health) => setLocal(health.services.mail.path === 'mailbox'))
      // The hint is only a convenience, so a failed request shows nothing.
      .catch(() => undefined)
    return () => abort.abort()
  }, [])

  if (!isLocal) return null
  return (
    <p>
      This copy of Voxhall does not send real email:{' '}
      <a href="/dev/mailbox" target="_blank" rel="noreferrer" className="font-semibold underline underline-offset-4">
        open the mailbox
      </a>
      .
    </p>
  )
}
