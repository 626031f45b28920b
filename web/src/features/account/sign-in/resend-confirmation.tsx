import { useState } from 'react'
import { notify } from '../../../lib/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { sendConfirmationAgain } from './auth-client.ts'
import { otherFailure, SIGN_UP_DONE } from './auth-notices.ts'
import { LocalMailboxHint } from './local-mailbox-hint.tsx'

/** For an address that is not confirmed yet: where the link is, and a way to have it sent again. */
export function ResendConfirmation({ email }: { email: string }) {
  const [isSending, setSending] = useState(false)

  const send = async () => {
    setSending(true)
    try {
      await sendConfirmationAgain({ email })
      notify(SIGN_UP_DONE)
    } catch (error) {
      notify(otherFailure(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <div role="status" className="grid gap-3 rounded-card bg-sunk p-4 text-[0.9375rem]">
      <p>
        Open the link we sent to <strong className="wrap-anywhere">{email}</strong>, and press the button on its page.
      </p>
      <LocalMailboxHint />
      <Button size="small" disabled={isSending} onClick={() => void send()} className="justify-self-start">
        {isSending ? 'Sending...' : 'Send the link again'}
      </Button>
    </div>
  )
}
