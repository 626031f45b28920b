import type { Webhook, WebhookEventType } from '#contract/webhooks.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, keyOf, reading } from '../../lib/api.ts'
import { failureWords } from '../../lib/api-problem.ts'
import { Button } from '../../ui/button.tsx'
import { takeFocus } from '../../ui/keep-focus.ts'
import { ToneBadge } from '../../ui/tone-badge.tsx'
import { CheckedForm } from '../../ui/checked-form.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { Choices, SecretLine } from './connection-parts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { attempt } from '../../lib/notify-failure.ts'
import { useBusy } from '../../lib/use-busy.ts'

const one = api.api.webhooks[':id']
const ALL = 'all'

const EVENT_WORDS: Readonly<Record<WebhookEventType, string>> = {
  'conversation.ended': 'A conversation ended',
  'lead.created': 'A message or lead was left',
  'appointment.booked': 'An appointment was booked',
  'appointment.moved': 'An appointment was moved',
  'appointment.cancelled': 'An appointment was canceled',
  'limit.reached': 'A limit was reached',
}

export function WebhooksPart() {
  const query = useQuery(reading(api.api.webhooks, {}))
  const queryClient = useQueryClient()
  const readAgain = () => queryClient.invalidateQueries({ queryKey: keyOf(api.api.webhooks) })
  return (
    <section aria-labelledby="webhooks-heading">
      <h2 id="webhooks-heading" className="text-3xl">
        Webhooks
      </h2>
      <p className="mt-2 max-w-[68ch] text-ink-soft">
        Your server gets a signed message the moment something happens. If it does not answer, we keep trying for a day.
      </p>
      <Loaded
        query={query}
        className="mt-6"
        otherwise="Your webhooks could not be shown. Nothing is lost; please try again."
      >
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <p className="mt-5 border-y border-line py-4">No webhooks yet.</p>
          ) : (
            <ul className="mt-5 divide-y divide-line border-y border-line">
              {webhooks.map((webhook) => (
                <li key={webhook.id} className="py-5">
                  <WebhookItem webhook={webhook} onChanged={readAgain} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <NewWebhook onCreated={readAgain} />
    </section>
  )
}

function WebhookItem({ webhook, onChanged }: { webhook: Webhook; onChanged: () => Promise<unknown> }) {
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

function NewWebhook({ onCreated }: { onCreated: () => Promise<unknown> }) {
  const [url, setUrl] = useState('')
  const [types, setTypes] = useState<WebhookEventType[]>([])
  const [assistantId, setAssistantId] = useState(ALL)
  const [problem, setProblem] = useState('')
  const { isBusy, run } = useBusy()
  const own = useQuery(reading(api.api['own-assistants'], {}))
  const options = (own.data?.assistants ?? []).map(({ id, name }) => ({ value: id, label: name }))

  const create = async () => {
    setProblem('')
    try {
      await api.api.webhooks.$post({ json: { url, types, assistantId: assistantId === ALL ? null : assistantId } })
      // What was changed in the meantime is for the next webhook.
      setUrl((now) => (now === url ? '' : now))
      setTypes((now) => (now === types ? [] : now))
      setAssistantId((now) => (now === assistantId ? ALL : now))
      await onCreated()
    } catch (error) {
      setProblem(failureWords(error, 'It was not added. Please try again.'))
    }
  }

  return (
    <CheckedForm className="mt-8 grid max-w-2xl gap-5" onSubmit={() => void run(create)}>
      <h3 className="text-2xl">Add a webhook</h3>
      <Field
        label="Address of your server"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://shop.example/voxhall"
        error={problem || undefined}
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <SelectField
        label="For which assistant"
        options={[{ value: ALL, label: 'All my assistants' }, ...options]}
        value={assistantId}
        onChoose={setAssistantId}
      />
      <Choices
        legend="Notify it only when (choose none to notify it of everything)"
        words={EVENT_WORDS}
        chosen={types}
        onChange={setTypes}
      />
      <Button type="submit" kind="ink" className="justify-self-start" aria-disabled={isBusy}>
        Add the webhook
      </Button>
    </CheckedForm>
  )
}
