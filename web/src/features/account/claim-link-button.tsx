import { useState } from 'react'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { failureNotice, sendClaims } from './account-client.ts'

/** For a person who paid before they logged in and no longer has the mail. */
export function ClaimLinkButton() {
  const [isSending, setSending] = useState(false)

  const send = async () => {
    setSending(true)
    try {
      await sendClaims()
      notify({
        kind: 'success',
        title: 'Check your email',
        description:
          'If a plan was paid for with your address and is not on an account yet, we have emailed you its link.',
      })
    } catch (error) {
      notify(failureNotice(error, 'The email could not be sent'))
    } finally {
      setSending(false)
    }
  }

  return (
    <Button disabled={isSending} onClick={() => void send()}>
      {isSending ? 'Sending...' : 'Paid without logging in?'}
    </Button>
  )
}
