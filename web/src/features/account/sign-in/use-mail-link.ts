import { useEffect, useState } from 'react'

type Look = (token: string) => Promise<{
  status: 'good' | 'used' | 'expired' | 'unknown'
  email: string | null
  needsPassword: boolean
}>

type MailLinkView =
  | { status: 'looking' | 'used' | 'expired' | 'unknown' }
  /** The server did not answer. */
  | { status: 'unreachable' }
  | { status: 'good'; email: string; needsPassword: boolean }

/**
 * The state of a link from a mail. Reading it does not use the link up, so mail scanners that render the page do no
 * harm.
 */
export function useMailLink(token: string | null, look: Look): { view: MailLinkView; lookAgain: () => void } {
  const [view, setView] = useState<MailLinkView>({ status: 'looking' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (token === null || token === '') {
      setView({ status: 'unknown' })
      return
    }
    let isCurrent = true
    setView({ status: 'looking' })
    look(token).then(
      ({ status, email, needsPassword }) => {
        if (isCurrent) setView(status === 'good' ? { status, email: email ?? '', needsPassword } : { status: status })
      },
      () => {
        if (isCurrent) setView({ status: 'unreachable' })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [token, look, attempt])

  return { view, lookAgain: () => setAttempt((count) => count + 1) }
}
