import type { ActionForm } from '#contract/realtime.ts'
import { useState, type ComponentProps } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CheckedForm } from '../../../ui/checked-form.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'

type FormField = ActionForm['fields'][number]

interface ActionFormPanelProps {
  form: ActionForm
  /** Values typed here, by field. Other fields show what the assistant has understood. */
  typed: Readonly<Record<string, string>>
  onType: (fieldId: string, value: string) => void
  onSend: (values: Record<string, string>) => void
  /** Called when the caller prefers to say the values. */
  onDismiss: () => void
}

type InputTraits = Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'maxLength'>

/** Input attributes for each kind of field: the phone's keyboard, and what the browser can fill in. */
const TRAITS: Record<Exclude<FormField['kind'], 'text' | 'choice'>, InputTraits> = {
  name: { type: 'text', autoComplete: 'name', maxLength: 80 },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', maxLength: 254 },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', maxLength: 30 },
  number: { type: 'text', inputMode: 'decimal', maxLength: 20 },
  date: { type: 'date' },
  code: { type: 'text', autoComplete: 'off', maxLength: 40 },
}

/** Scrolls a form into view that appears out of sight. */
function bringIntoSight(form: HTMLElement | null): void {
  form?.scrollIntoView({ block: 'nearest' })
}

/**
 * A form for values that are hard to say. The conversation goes on beside it, and values said meanwhile are filled in.
 */
export function ActionFormPanel({ form, typed, onType, onSend, onDismiss }: ActionFormPanelProps) {
  /** Whether missing and malformed values are pointed out, which begins with the first attempt to send. */
  const [isChecked, setChecked] = useState(false)
  const valueOf = ({ id, value }: FormField) => typed[id] ?? value
  const problemOf = (field: FormField) => missingOrMalformed(field, valueOf(field).trim())
  const send = () => {
    setChecked(true)
    if (form.fields.some((field) => problemOf(field) !== null)) return
    onSend(Object.fromEntries(form.fields.map((field) => [field.id, valueOf(field).trim()])))
  }
  return (
    <div
      ref={bringIntoSight}
      // On phones, the call's controls cover the last lines of the screen.
      className="scroll-my-4 rounded-card border border-line bg-raised px-4 py-3.5 max-sm:scroll-mb-36"
    >
      <CheckedForm aria-label={form.title} onSubmit={send}>
        <p className="font-semibold">{form.title}</p>
        <p className="mt-0.5 mb-3 text-sm text-ink-soft">
          Type what is easier to type. You can keep talking meanwhile.
        </p>
        <div className="grid gap-3">
          {form.fields.map((field) => (
            <OneField
              key={field.id}
              field={field}
              value={valueOf(field)}
              problem={(isChecked ? problemOf(field) : null) ?? field.problem}
              onChange={(value) => onType(field.id, value)}
            />
          ))}
        </div>
        <div className="mt-3.5 flex flex-wrap gap-2.5">
          <Button type="submit" kind="ink">
            Send
          </Button>
          <Button onClick={onDismiss}>I’d rather say it</Button>
        </div>
      </CheckedForm>
    </div>
  )
}

/** Why a value cannot be sent as it is; the server checks it more closely. Null if nothing is known against it. */
function missingOrMalformed({ label, kind, isRequired }: FormField, value: string): string | null {
  if (value === '') return isRequired ? `${label} is missing.` : null
  return kind === 'email' && !/^\S+@\S+\.\S+$/.test(value) ? 'Enter a full address, like name@example.com.' : null
}

interface OneFieldProps {
  field: FormField
  value: string
  problem: string | null
  onChange: (value: string) => void
}

function OneField({ field, value, problem, onChange }: OneFieldProps) {
  const { label, kind, isRequired, choices } = field
  const shared = { label, value, required: isRequired, optional: !isRequired, error: problem ?? undefined }
  if (kind === 'text') {
    return <TextArea {...shared} rows={3} maxLength={1_000} onChange={(event) => onChange(event.target.value)} />
  }
  if (kind !== 'choice') {
    return <Field {...shared} {...TRAITS[kind]} onChange={(event) => onChange(event.target.value)} />
  }
  const options = choices.map((choice) => ({ value: choice, label: choice }))
  return <SelectField {...shared} options={[{ value: '', label: 'Please choose' }, ...options]} onChoose={onChange} />
}
