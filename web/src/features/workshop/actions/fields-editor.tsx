import { ACTION_FIELD_KINDS, MAX_ACTION_FIELDS } from '#contract/action-limits.ts'
import type { ActionFieldSetting } from '#contract/actions.ts'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { takeFocus } from '../../../ui/keep-focus.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

const KIND_LABELS: Readonly<Record<ActionFieldSetting['kind'], string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Telephone number',
  text: 'Text',
  choice: 'Choice',
  number: 'Number',
  date: 'Date',
}
const KINDS = ACTION_FIELD_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))

interface FieldsEditorProps {
  fields: readonly ActionFieldSetting[]
  onChange: (fields: ActionFieldSetting[]) => void
  issueOf: (path: string) => string | undefined
}

/** The fields that the assistant asks for, in this order. */
export function FieldsEditor({ fields, onChange, issueOf }: FieldsEditorProps) {
  const [addedId, setAddedId] = useState('')
  const add = () => {
    const id = `field_${crypto.randomUUID().slice(0, 8)}`
    setAddedId(id)
    onChange([...fields, { id, label: '', kind: 'text', isRequired: true, choices: [] }])
  }
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 text-[0.9375rem] font-semibold">What the assistant asks for</legend>
      {issueOf('') === undefined ? null : (
        <p role="alert" className="text-sm font-medium text-danger">
          {issueOf('')}
        </p>
      )}
      {fields.map((field, at) => {
        const change = (part: Partial<ActionFieldSetting>) => onChange(fields.with(at, { ...field, ...part }))
        return (
          <div key={field.id} className="relative grid gap-3 rounded-card bg-sunk p-3.5 sm:grid-cols-2 sm:pr-14">
            <Field
              label={`Label ${at + 1}`}
              ref={field.id === addedId ? takeFocus : undefined}
              maxLength={60}
              value={field.label}
              error={issueOf(`${at}.label`)}
              onChange={({ target }) => change({ label: target.value })}
            />
            <SelectField
              label={`Kind ${at + 1}`}
              value={field.kind}
              options={KINDS}
              onChoose={(kind) => change({ kind })}
            />
            {field.kind === 'choice' ? (
              <Field
                label={`Choices ${at + 1}`}
                hint="Separated by commas."
                defaultValue={field.choices.join(', ')}
                error={issueOf(`${at}.choices`)}
                onChange={({ target }) => change({ choices: listOf(target.value) })}
              />
            ) : null}
            <Checkbox
              label="Required"
              className="sm:-my-2"
              checked={field.isRequired}
              onChange={(isRequired) => change({ isRequired })}
            />
            <IconButton
              aria-label={`Remove ${field.label === '' ? `label ${at + 1}` : field.label}`}
              title="Remove"
              className="absolute top-1 right-1 hover:bg-raised"
              onClick={() => onChange(fields.toSpliced(at, 1))}
            >
              <Trash2 aria-hidden className="size-4.5" />
            </IconButton>
          </div>
        )
      })}
      <div>
        <Button size="small" aria-disabled={fields.length >= MAX_ACTION_FIELDS} onClick={add}>
          Add a field
        </Button>
      </div>
    </fieldset>
  )
}

/** "Your name, Your email" */
export function fieldWords(fields: readonly ActionFieldSetting[]): string {
  return fields.map(({ label }) => label).join(', ')
}

export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
