import { SPOKEN_TEXT_MAX_LENGTH } from '#contract/spoken-text-limits.ts'
import { useEffect, useRef, useState } from 'react'
import { useController, type UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { AUTH_AND_BACK } from '../../lib/auth-link.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { VOICE_OPTIONS, type AssistantForm } from './assistant-form.ts'
import { SpokenWords } from './spoken-words.tsx'
import { StandIn } from './stand-in.tsx'
import { useSpeech, type SpeechTrouble } from './use-speech.ts'

interface TestAvatarProps {
  form: UseFormReturn<AssistantForm>
  mayTalk: boolean
  onLeave: () => void
}

/** How the assistant would sound: any text, in the voice chosen in the form. */
export function TestAvatar({ form, mayTalk, onLeave }: TestAvatarProps) {
  const { state, trouble, talk, stop } = useSpeech()
  const [text, setText] = useState('')
  const { field: voice } = useController({ control: form.control, name: 'voiceId' })
  const voiceId = voice.value
  const firstMessage = form.watch('firstMessage')
  const isSilent = state.phase === 'silent'
  const textBox = useRef<HTMLTextAreaElement>(null)
  const troubleBox = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // Read out with its error, which describes it.
    if (trouble?.kind === 'text-missing') textBox.current?.focus()
    // On a phone it would else come up below the screen.
    else if (trouble !== null) troubleBox.current?.scrollIntoView({ block: 'nearest' })
  }, [trouble])

  return (
    <div className="grid items-start gap-x-8 gap-y-3 md:grid-cols-[1fr_19rem]">
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void talk({ text, voiceId }, mayTalk)
        }}
      >
        <SelectField label="Voice Type" options={VOICE_OPTIONS} {...voice} />
        <TextArea
          label="Text to speak"
          ref={textBox}
          rows={4}
          maxLength={SPOKEN_TEXT_MAX_LENGTH}
          value={text}
          hint={`Up to ${SPOKEN_TEXT_MAX_LENGTH} characters, in English.`}
          error={trouble?.kind === 'text-missing' ? trouble.detail : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        {firstMessage.trim() === '' || firstMessage.trim() === text ? null : (
          <Button size="small" className="justify-self-start" onClick={() => setText(firstMessage.trim())}>
            Use the first message
          </Button>
        )}
        <div className="flex gap-3">
          <Button kind="primary" type="submit" aria-disabled={state.phase === 'preparing'} className="min-w-32">
            Talk
          </Button>
          <Button disabled={isSilent} onClick={stop} className="min-w-32">
            Stop
          </Button>
        </div>
        <div ref={troubleBox} aria-live="assertive" className="scroll-my-5">
          <Trouble trouble={trouble} onLeave={onLeave} />
        </div>
        <p role="status" className="sr-only">
          {{ silent: '', preparing: 'Preparing the voice', speaking: 'Speaking' }[state.phase]}
        </p>
      </form>
      <div className="max-md:order-first md:pt-7">
        <StandIn voiceId={voiceId} state={state} />
        <SpokenWords state={state} />
      </div>
    </div>
  )
}

function Trouble({ trouble, onLeave }: { trouble: SpeechTrouble | null; onLeave: () => void }) {
  // A missing text is said at its field.
  if (trouble === null || trouble.kind === 'text-missing') return null
  if (trouble.kind === 'signed-out') {
    return (
      <div className="rounded-card border border-line bg-raised px-4 py-3 text-[0.9375rem]">
        <p className="font-semibold">Hearing a text of your own needs an account.</p>
        <p className="mt-1 text-ink-soft">
          It is free.{' '}
          <Link
            {...AUTH_AND_BACK}
            onClick={onLeave}
            className="inline-block py-1 font-semibold text-ink underline underline-offset-4"
          >
            Log in or sign up
          </Link>
          , and you come back here. What you filled in stays.
        </p>
      </div>
    )
  }
  return (
    <div className="rounded-card border border-danger bg-raised px-4 py-3 text-[0.9375rem]" role="alert">
      <p className="font-semibold text-danger">Failed to generate talking video. Please try again.</p>
      <p className="mt-1 text-ink-soft">{trouble.detail} Your text is still here.</p>
    </div>
  )
}
