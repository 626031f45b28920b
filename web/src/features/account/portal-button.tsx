import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { ApiProblem } from '../../lib/api-problem.ts'
import { notify } from '../../lib/notify.ts'
import { successBody } from '../../lib/success-body.ts'
import { Button } from '../../ui/button.tsx'

/** Opens the payment provider's page, in a new tab, where a plan is changed or canceled and cards are kept. */
export function PortalButton({ onOpened }: { onOpened: () => void }) {
  const [isOpening, setOpening] = useState(false)

  const open = async () => {
    if (isOpening) return
    setOpening(true)
    // Opened by the press itself: a tab that opens after an answer is a pop-up, and blocked.
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    try {
      const { url } = await successBody(api.api.billing.portal.$post())
      if (tab) tab.location.replace(url)
      else offer(url)
      onOpened()
    } catch (error) {
      tab?.close()
      notify(
        error instanceof ApiProblem
          ? { kind: 'error', title: error.title, description: error.detail }
          : { kind: 'error', title: 'That could not be opened', description: 'Nothing was changed. Please try again.' },
      )
    }
    setOpening(false)
  }

  return (
    <Button aria-disabled={isOpening} onClick={() => void open()}>
      {isOpening ? 'Opening…' : 'Change or cancel'}
      <ExternalLink aria-hidden className="-mr-1 size-4" />
      <span className="sr-only">(opens in a new tab)</span>
    </Button>
  )
}

function offer(url: string): void {
  notify({
    kind: 'plain',
    title: 'Your plan’s page is ready',
    description: 'Your browser stopped it from opening in a new tab.',
    action: { label: 'Open', onPress: () => window.open(url, '_blank', 'noopener') },
  })
}
