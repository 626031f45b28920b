import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { apiFetch } from '../../lib/api-fetch.ts'

const healthSchema = z.object({ services: z.object({ mail: z.object({ path: z.string() }) }) })

/** On a copy of the site that sends no mail, says where the mails are. Elsewhere it shows nothing. */
export function LocalMailboxHint() {
  const [isLocal, setLocal] = useState(false)

  useEffect(() => {
    const abort = new AbortController()
    apiFetch('/api/health', { signal: abort.signal })
      .then(async (response) => healthSchema.parse(await response.json()))
      .then((health) => setLocal(health.services.mail.path === 'mailbox'))
      // Only a convenience: without an answer nothing is said.
      .catch(() => undefined)
    return () => abort.abort()
  }, [])

  if (!isLocal) return null
  return (
    <p>
      This copy of Voxhall keeps its mail to itself:{' '}
      <a href="/dev/mailbox" target="_blank" rel="noreferrer" className="font-semibold underline underline-offset-4">
        open the mailbox
      </a>
      .
    </p>
  )
}
