import { useEffect, useRef, useState } from 'react'
import { readStored, writeStored } from '../../../lib/local-store.ts'
import { Field } from '../../../ui/field.tsx'
import type { StartFailure } from '../engine/call-problem.ts'
import { missingEntry } from '../vapi/vapi-problem.ts'

interface VapiFieldsProps {
  disabled: boolean
  /** Why the last call did not start. If it was for lack of a value, the value's field gets the focus. */
  failure: StartFailure | null
}

/**
 * The person's own Vapi key and assistant id. They are trimmed and stored in this browser as they are entered, and
 * removed when the field is emptied.
 */
export function VapiFields({ disabled, failure }: VapiFieldsProps) {
  return (
    <div className="flex flex-col gap-3">
      <StoredField name="vapiKey" label="Vapi PUBLIC API Key" type="password" disabled={disabled} failure={failure} />
      <StoredField name="vapiAssistantId" label="Assistant ID" type="text" disabled={disabled} failure={failure} />
      <p className="text-sm text-ink-soft">
        Both stay in this browser and are sent only to Vapi. The call runs on your account there.
      </p>
    </div>
  )
}

interface StoredFieldProps {
  name: 'vapiKey' | 'vapiAssistantId'
  label: string
  type: 'password' | 'text'
  disabled: boolean
  /** A new object for each failure, so that the field gets the focus again. */
  failure: StartFailure | null
}

function StoredField({ name, label, type, disabled, failure }: StoredFieldProps) {
  const [text, setText] = useState(() => readStored(name) ?? '')
  const box = useRef<HTMLInputElement>(null)
  const isMissing = missingEntry(failure) === name
  useEffect(() => {
    if (isMissing) box.current?.focus()
  }, [failure, isMissing])
  return (
    <Field
      label={label}
      type={type}
      value={text}
      ref={box}
      disabled={disabled}
      aria-invalid={isMissing && text === ''}
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
