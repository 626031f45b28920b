import type { Webhook } from '#contract/webhooks.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { takeFocus } from '../../ui/keep-focus.ts'
import { ToneBadge } from '../../ui/tone-badge.tsx'
import { api, keyOf } from '../../lib/api.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { SecretLine } from './secret-line.tsx'
import { EVENT_WORDS } from './event-words.ts'
import { attempt } from '../../lib/notify-failure.ts'
import { useBusy } from '../../lib/use-busy.ts'

const one = api.api.webhooks[':id']

interface WebhookItemProps {
  webhook: Webhook
  onChanged: () => Promise<unknown>
}

export function WebhookItem({ webhook, onChanged }: WebhookItemProps) {
  const { id, url, isActive, types, secret } = webhook
  const param = { id }
  const queryClient = useQueryClient()
  const { isBusy, run } = useBusy()
  const [isAsking, setAsking] = useState(false)
  const [isLogOpen, setLogOpen] = useState(false)

  const act = (work: () => Promise<unknown>, otherwise: string) =>
    run(() => attempt(otherwise, () => work().then(() => onChanged())))
  const test = async () => {
    await one.test.$post({ param })
    setLogOpen(true)
    await queryClient.invalidateQueries({ queryKey: keyOf(one.deliveries, { param }) })
  }

  return (
    <article aria-label={url} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="min-w-0 grow font-sans text-base font-semibold tracking-normal wrap-anywhere">{url}</h3>
        <ToneBadge tone={isActive ? 'green' : 'grey'}>{isActive ? 'On' : 'Off'}</ToneBadge>
      </div>
      <p className="text-[0.9375rem] text-ink-soft">
        {types.length === 0 ? 'Notified of everything' : types.map((type) => EVENT_WORDS[type]).join(' · ')}
        {webhook.assistantId === null ? '' : ', for one assistant only'}
      </p>
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-semibold">
          Secret for checking signatures
        </summary>
        <SecretLine label="The secret" text={secret} />
      </details>
      <div className="flex flex-wrap gap-2.5">
        {isActive ? (
          <Button aria-disabled={isBusy} onClick={() => void act(test, 'Nothing was sent')}>
            Send a test
          </Button>
        ) : null}
        <Button aria-expanded={isLogOpen} onClick={() => setLogOpen(!isLogOpen)}>
          {isLogOpen ? 'Hide the log' : 'Show the log'}
        </Button>
        <Button
          aria-disabled={isBusy}
          onClick={() =>
            void act(() => one.$patch({ param, json: { isActive: !isActive } }), 'The webhook was not changed')
          }
        >
          {isActive ? 'Switch off' : 'Switch on'}
        </Button>
        {isAsking ? (
          <>
            <Button
              kind="primary"
              aria-disabled={isBusy}
              onClick={() => void act(() => one.$delete({ param }), 'The webhook was not deleted')}
            >
              Delete it and its log
            </Button>
            <Button ref={takeFocus} onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <Button onClick={() => setAsking(true)}>Delete…</Button>
        )}
      </div>
      {isLogOpen ? <DeliveryLog webhookId={id} canReplay={isActive} /> : null}
    </article>
  )
}
