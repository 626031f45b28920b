import type { WebhookEventType } from '#contract/webhooks.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, reading } from '../../lib/api.ts'
import { ApiProblem, failureWords } from '../../lib/api-problem.ts'
import { Button } from '../../ui/button.tsx'
import { CheckedForm } from '../../ui/checked-form.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Choices } from './choices.tsx'
import { EVENT_WORDS } from './event-words.ts'
import { WebhookItem } from './webhook-item.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useBusy } from '../../lib/use-busy.ts'

const ALL = 'all'

export function WebhooksPart() {
  const query = useQuery(reading(api.api.webhooks, {}))
  const { refetch } = query
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
                  <WebhookItem webhook={webhook} onChanged={refetch} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <NewWebhook onCreated={refetch} />
    </section>
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
      setUrl('')
      setTypes([])
      setAssistantId(ALL)
      await onCreated()
    } catch (error) {
      const isRefused = error instanceof ApiProblem && error.code === 'bad-request'
      setProblem(isRefused ? error.detail : failureWords(error, 'It was not added. Please try again.'))
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
