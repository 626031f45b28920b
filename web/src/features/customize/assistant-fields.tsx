import { useController, type UseFormReturn } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { isEmptyDraft } from './assistant-draft.ts'
import {
  ASSISTANT_NAME_MAX_LENGTH,
  EMPTY_FORM,
  FIRST_MESSAGE_MAX_LENGTH,
  SYSTEM_PROMPT_MAX_LENGTH,
  VOICE_OPTIONS,
  type AssistantForm,
} from './assistant-form.ts'
import { PhotoField } from './photo-field.tsx'
import { SamplePreview } from './sample-preview.tsx'

interface AssistantFieldsProps {
  form: UseFormReturn<AssistantForm>
  onSubmitted: () => void
  onCancel: () => void
}

/** The form of an own assistant, beside a picture of what becomes of it. */
export function AssistantFields({ form, onSubmitted, onCancel }: AssistantFieldsProps) {
  const { errors } = form.formState
  // Before the other fields are registered: the first wrong one, in this order, gets the focus.
  const { field: photo } = useController({ control: form.control, name: 'photo' })
  const { field: voice } = useController({ control: form.control, name: 'voiceId' })
  const submit = form.handleSubmit(onSubmitted)

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_20rem]">
        <div className="grid gap-5">
          <PhotoField
            photo={photo.value}
            error={errors.photo?.message}
            inputRef={photo.ref}
            onChange={(chosen) => {
              form.clearErrors('photo')
              photo.onChange(chosen)
            }}
            onRefused={(message) => form.setError('photo', { message })}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              label="Assistant Name"
              starred
              required
              autoComplete="off"
              maxLength={ASSISTANT_NAME_MAX_LENGTH}
              error={errors.assistantName?.message}
              {...form.register('assistantName')}
            />
            <SelectField label="Voice Type" options={VOICE_OPTIONS} {...voice} />
          </div>
          <TextArea
            label="First Message"
            starred
            required
            rows={2}
            maxLength={FIRST_MESSAGE_MAX_LENGTH}
            hint="What it says when somebody calls."
            error={errors.firstMessage?.message}
            {...form.register('firstMessage')}
          />
          <TextArea
            label="System Prompt"
            optional
            rows={4}
            maxLength={SYSTEM_PROMPT_MAX_LENGTH}
            hint="Who it is, what it knows, and what it should leave to you."
            error={errors.systemPrompt?.message}
            {...form.register('systemPrompt')}
          />
          {isEmptyDraft(form.watch()) ? null : (
            <Button
              kind="quiet"
              size="small"
              className="-ml-4 justify-self-start"
              onClick={() => form.reset(EMPTY_FORM)}
            >
              Start over
            </Button>
          )}
        </div>
        <div className="hidden self-stretch lg:block">
          <SamplePreview control={form.control} />
        </div>
      </div>
      <div className="sticky -bottom-5 -mx-5 mt-7 -mb-5 flex justify-end gap-3 border-t border-line bg-paper px-5 py-4 sm:-bottom-7 sm:-mx-8 sm:-mb-7 sm:px-8">
        <Button className="max-sm:flex-1" onClick={onCancel}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" className="max-sm:flex-1">
          Submit Assistant
        </Button>
      </div>
    </form>
  )
}
