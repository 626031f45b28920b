import { useState } from 'react'
import { readStored, writeStored } from '../../../lib/local-store.ts'
import { Field } from '../../../ui/field.tsx'

/**
 * The person's own key and assistant at Vapi. Trimmed and kept in this browser as they are entered; emptied, they are
 * removed.
 */
export function VapiFields({ disabled }: { disabled: boolean }) {
  return (
    <div className="flex flex-col gap-3">
      <StoredField name="vapiKey" label="Vapi PUBLIC API Key" type="password" disabled={disabled} />
      <StoredField name="vapiAssistantId" label="Assistant ID" type="text" disabled={disabled} />
      <p className="text-sm text-ink-soft">
        Both stay in this browser and go to Vapi alone. The call runs on your account there.
      </p>
    </div>
  )
}

interface StoredFieldProps {
  name: 'vapiKey' | 'vapiAssistantId'
  label: string
  type: 'password' | 'text'
  disabled: boolean
}

function StoredField({ name, label, type, disabled }: StoredFieldProps) {
  const [text, setText] = useState(() => readStored(name) ?? '')
  return (
    <Field
      label={label}
      type={type}
      value={text}
      disabled={disabled}
      autoComplete="off"
      spellCheck={false}
      maxLength={500}
      onChange={({ target }) => {
        setText(target.value)
        const entered = target.value.trim()
        writeStored(name, entered === '' ? null : entered)
      }}
      onBlur={() => setText(text.trim())}
    />
  )
}
