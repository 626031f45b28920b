import { MAX_OWN_WEBHOOKS, MAX_WEBHOOK_TIMEOUT_SECONDS } from '#contract/action-limits.ts'
import type { OwnWebhookSetting } from '#contract/actions.ts'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { ActionCard } from './action-card.tsx'
import { FieldsEditor, listOf } from './fields-editor.tsx'

interface WebhooksEditorProps {
  webhooks: readonly OwnWebhookSetting[]
  issues: Readonly<Record<string, string>>
  onChange: (webhooks: OwnWebhookSetting[]) => void
}

const LINES = [
  ['name', 'Name'],
  ['description', 'When to use it'],
  ['url', 'Address'],
  ['secret', 'Secret'],
  ['meanwhile', 'Said while the caller waits'],
  ['failure', 'Said when it fails'],
] as const

/** Webhooks of the owner's own server, called during a conversation. */
export function WebhooksEditor({ webhooks, issues, onChange }: WebhooksEditorProps) {
  const change = (at: number, part: Partial<OwnWebhookSetting>) =>
    onChange(webhooks.map((webhook, index) => (index === at ? { ...webhook, ...part } : webhook)))
  const titleId = useId()
  const add = () => {
    const words = { meanwhile: 'One moment, please.', failure: 'I’m sorry, that did not work right now.' }
    const id = `hook_${crypto.randomUUID().slice(0, 8)}`
    const blank = { name: '', description: '', url: '', secret: newSecret(), fields: [], timeoutSeconds: 5, asks: [] }
    onChange([...webhooks, { id, isOn: true, ...blank, ...words }])
  }
  return (
    <section aria-labelledby={titleId} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h3 id={titleId} className="text-xl sm:text-2xl">
            Ask your own server
          </h3>
          <p className="mt-1 text-ink-soft">The assistant sends it what the caller said, and says what it answers.</p>
        </div>
        <Button disabled={webhooks.length >= MAX_OWN_WEBHOOKS} onClick={add}>
          Add a webhook of your own
        </Button>
      </div>
      {webhooks.map((webhook, at) => (
        <ActionCard
          key={webhook.id}
          title={`Ask your server: ${webhook.name === '' ? `webhook ${at + 1}` : webhook.name}`}
          text={webhook.url === '' ? 'No address yet.' : webhook.url}
          hasIssue={Object.keys(issues).some((path) => path.startsWith(`webhooks.${at}.`))}
          isOn={webhook.isOn}
          onSwitch={(isOn) => change(at, { isOn })}
        >
          {LINES.map(([name, label]) => (
            <Field
              key={name}
              label={label}
              value={webhook[name]}
              error={issues[`webhooks.${at}.${name}`]}
              onChange={({ target }) => change(at, { [name]: target.value })}
            />
          ))}
          <Field
            label="Seconds to wait for an answer"
            type="number"
            min={1}
            max={MAX_WEBHOOK_TIMEOUT_SECONDS}
            defaultValue={webhook.timeoutSeconds}
            error={issues[`webhooks.${at}.timeoutSeconds`]}
            onChange={({ target }) => change(at, { timeoutSeconds: target.valueAsNumber })}
          />
          <Field
            label="Ways to ask for it"
            hint="Separated by commas, in words: is my order ready, where is my order."
            defaultValue={webhook.asks.join(', ')}
            error={Object.entries(issues).find(([path]) => path.startsWith(`webhooks.${at}.asks`))?.[1]}
            onChange={({ target }) => change(at, { asks: listOf(target.value) })}
          />
          <FieldsEditor
            fields={webhook.fields}
            issueOf={(path) => issues[`webhooks.${at}.fields${path === '' ? '' : `.${path}`}`]}
            onChange={(fields) => change(at, { fields })}
          />
          <div>
            <Button
              size="small"
              className="min-h-11"
              onClick={() => onChange(webhooks.filter((_, index) => index !== at))}
            >
              Remove this webhook
            </Button>
          </div>
        </ActionCard>
      ))}
    </section>
  )
}

/** A secret in the format of the Standard Webhooks specification. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
