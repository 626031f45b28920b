import { useState } from 'react'
import { useController, type UseFormReturn } from 'react-hook-form'
import {
  ASSISTANT_NAME_MAX_LENGTH,
  FIRST_MESSAGE_MAX_LENGTH,
  SYSTEM_PROMPT_MAX_LENGTH,
} from '#contract/own-assistant-limits.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { VOICE_OPTIONS, type AssistantForm } from './assistant-form.ts'
import { PhotoFaceField } from './photo-face/photo-face-field.tsx'
import { PhotoField } from './photo-field.tsx'
import type { ChosenPhoto } from './photo.ts'
import { VoiceSample } from './voice-sample.tsx'

interface IdentityFieldsProps {
  form: UseFormReturn<AssistantForm>
  /** Uploads a photo as soon as it is chosen. Without it, the form holds the photo until it is submitted. */
  takePhoto?: (photo: ChosenPhoto) => Promise<void>
  /** Whether the marking of the face is collapsed at first; it is never collapsed while the face is unknown. */
  isFaceFolded?: boolean
}

/** Who the assistant is: its face, name, voice, first message and system prompt. */
export function IdentityFields({ form, takePhoto, isFaceFolded = false }: IdentityFieldsProps) {
  const { errors } = form.formState
  // Registered before the other fields, since the first invalid field in the order of registration gets the focus.
  const { field: photo } = useController({ control: form.control, name: 'photo' })
  const { field: voice } = useController({ control: form.control, name: 'voiceId' })
  const { field: photoFace } = useController({ control: form.control, name: 'photoFace' })

  const [isUnfolded, setUnfolded] = useState(!isFaceFolded || photoFace.value === null)
  // A new photo needs its face marked, so the section is opened.
  if (!isUnfolded && photoFace.value === null) setUnfolded(true)

  return (
    <>
      <PhotoField
        photo={photo.value}
        face={photoFace.value}
        error={errors.photo?.message}
        inputRef={photo.ref}
        onChange={(chosen) => {
          form.clearErrors('photo')
          if (takePhoto) {
            if (chosen !== null) void takePhoto(chosen)
            return
          }
          // The position of the face in the old photo does not apply to the new one.
          form.setValue('photoFace', null)
          photo.onChange(chosen)
        }}
        canRemove={takePhoto === undefined}
        onRefused={(message) => form.setError('photo', { message })}
      />
      {photo.value === null ? null : !isUnfolded ? (
        <Button size="small" className="justify-self-start" onClick={() => setUnfolded(true)}>
          Adjust where the face is
        </Button>
      ) : (
        <PhotoFaceField
          key={photo.value.url}
          url={photo.value.url}
          face={photoFace.value}
          onChange={photoFace.onChange}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-[1fr_1.15fr]">
        <Field
          label="Assistant Name"
          starred
          required
          autoComplete="off"
          maxLength={ASSISTANT_NAME_MAX_LENGTH}
          error={errors.assistantName?.message}
          {...form.register('assistantName')}
        />
        <div className="flex items-end gap-2 self-start">
          <div className="min-w-0 flex-1">
            <SelectField label="Voice Type" options={VOICE_OPTIONS} {...voice} />
          </div>
          <VoiceSample voiceId={voice.value} />
        </div>
      </div>
      <TextArea
        label="First Message"
        starred
        required
        rows={2}
        maxLength={FIRST_MESSAGE_MAX_LENGTH}
        hint="What it says when a call begins."
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
    </>
  )
}
