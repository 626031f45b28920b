import { MAX_OWN_WEBHOOKS, MAX_WEBHOOK_TIMEOUT_SECONDS } from '#contract/action-limits.ts'
import type { OwnWebhookSetting } from '#contract/actions.ts'
import { Field } from '../../../ui/field.tsx'
import type { Issues } from '../saving/use-saved-settings.ts'
import { ActionList } from './action-list.tsx'
import { FieldsEditor } from './fields-editor.tsx'

interface WebhooksEditorProps {
  webhooks: readonly OwnWebhookSetting[]
  issues: Issues
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
  const add = () => {
    const words = { meanwhile: 'One moment, please.', failure: 'I’m sorry, that did not work right now.' }
    const id = `hook_${crypto.randomUUID().slice(0, 8)}`
    const blank = { name: '', description: '', url: '', secret: newSecret(), fields: [], timeoutSeconds: 5, asks: [] }
    onChange([...webhooks, { id, isOn: true, ...blank, ...words }])
  }
  return (
    <ActionList
      title="Ask your own server"
      text="The assistant sends it what the caller said, and says what it answers."
      actions={webhooks}
      most={MAX_OWN_WEBHOOKS}
      addWords="Add a webhook of your own"
      removeWords="Remove this webhook"
      asksHint="is my order ready, where is my order."
      wordsOf={({ name, url }, at) => ({
        title: `Ask your server: ${name === '' ? `webhook ${at + 1}` : name}`,
        text: url === '' ? 'No address yet.' : url,
      })}
      issues={issues}
      path="webhooks"
      onAdd={add}
      onChange={onChange}
      renderFields={(webhook, at, change) => (
        <>
          {LINES.map(([name, label]) => (
            <Field
              key={name}
              label={label}
              value={webhook[name]}
              error={issues[`webhooks.${at}.${name}`]}
              onChange={({ target }) => change({ [name]: target.value })}
            />
          ))}
          <Field
            label="Seconds to wait for an answer"
            type="number"
            min={1}
            max={MAX_WEBHOOK_TIMEOUT_SECONDS}
            defaultValue={webhook.timeoutSeconds}
            error={issues[`webhooks.${at}.timeoutSeconds`]}
            onChange={({ target }) => change({ timeoutSeconds: target.valueAsNumber })}
          />
          <FieldsEditor
            fields={webhook.fields}
            issueOf={(path) => issues[`webhooks.${at}.fields${path === '' ? '' : `.${path}`}`]}
            onChange={(fields) => change({ fields })}
          />
        </>
      )}
    />
  )
}

/** A secret in the format of the Standard Webhooks specification. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
