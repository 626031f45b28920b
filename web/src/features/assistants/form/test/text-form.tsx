import { SPOKEN_TEXT_MAX_LENGTH } from '#contract/spoken-text-limits.ts'
import { useEffect, useRef } from 'react'
import { useController, useWatch, type Control } from 'react-hook-form'
import { Button } from '../../../../ui/button.tsx'
import { TextArea } from '../../../../ui/field.tsx'
import { PasswordField } from '../../../../ui/password-field.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { VOICE_OPTIONS, type AssistantForm } from '../assistant-form.ts'
import { PROVIDER_OPTIONS, type TestInputs, type TestTrouble } from './test-inputs.ts'
import { TestTroubleNote } from './test-trouble.tsx'

interface TextFormProps {
  control: Control<AssistantForm>
  inputs: TestInputs
  onInputs: (inputs: TestInputs) => void
  trouble: TestTrouble | null
  isPreparing: boolean
  isHeard: boolean
  /** The conversation comes first, so this form's button is not the primary one. */
  isTalkFirst: boolean
  onTalk: () => void
  onStop: () => void
  onLeave: () => void
}

export function TextForm(props: TextFormProps) {
  const { control, inputs, onInputs, trouble, isPreparing, isHeard, isTalkFirst, onTalk, onStop, onLeave } = props
  const { field: voice } = useController({ control, name: 'voiceId' })
  const firstMessage = useWatch({ control, name: 'firstMessage' }).trim()
  const { text, provider, apiKey } = inputs
  const textBox = useRef<HTMLTextAreaElement>(null)
  const keyBox = useRef<HTMLInputElement>(null)
  const troubleBox = useRef<HTMLDivElement>(null)
  const missing: { text?: string; apiKey?: string } = trouble?.at === 'fields' ? trouble : {}

  useEffect(() => {
    if (trouble === null) return
    // The focused field is announced together with its error.
    if (trouble.at === 'fields') (trouble.apiKey === undefined ? textBox : keyBox).current?.focus()
    // On a phone, the message would otherwise be below the screen.
    else troubleBox.current?.scrollIntoView({ block: 'nearest' })
  }, [trouble])

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        onTalk()
      }}
    >
      <SelectField
        label="Text-to-speech provider"
        options={PROVIDER_OPTIONS}
        value={provider}
        onChoose={(chosen) => onInputs({ ...inputs, provider: chosen })}
      />
      {provider === 'elevenlabs' ? (
        <PasswordField
          label="ElevenLabs API key"
          ref={keyBox}
          autoComplete="off"
          maxLength={200}
          className="scroll-mt-12"
          value={apiKey}
          hint="Used only to say your texts, and never stored. It is forgotten when you close this."
          error={missing.apiKey}
          onChange={({ target }) => onInputs({ ...inputs, apiKey: target.value })}
        />
      ) : null}
      <SelectField label="Voice Type" options={VOICE_OPTIONS} {...voice} />
      <TextArea
        label="Text to speak"
        ref={textBox}
        rows={4}
        className="scroll-mt-12"
        maxLength={SPOKEN_TEXT_MAX_LENGTH}
        value={text}
        hint={`Up to ${SPOKEN_TEXT_MAX_LENGTH} characters, in English.`}
        error={missing.text}
        onChange={({ target }) => onInputs({ ...inputs, text: target.value })}
      />
      {firstMessage === '' || firstMessage === text ? null : (
        <Button size="dense" className="justify-self-start" onClick={() => onInputs({ ...inputs, text: firstMessage })}>
          Use the first message
        </Button>
      )}
      <div className="flex flex-wrap gap-3">
        <Button kind={isTalkFirst ? 'ink' : 'primary'} type="submit" aria-disabled={isPreparing} className="min-w-32">
          Talk
        </Button>
        <Button aria-disabled={!isPreparing && !isHeard} onClick={onStop} className="min-w-32">
          Stop
        </Button>
      </div>
      <div ref={troubleBox} aria-live="assertive" className="scroll-my-5">
        <TestTroubleNote trouble={trouble} onLeave={onLeave} />
      </div>
    </form>
  )
}
