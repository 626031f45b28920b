import { DEMO_CALL_LIMIT_MS } from '#contract/calls.ts'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../../../ui/button.tsx'
import { takeFocus } from '../../../../ui/keep-focus.ts'
import type { AssistantForm } from '../assistant-form.ts'
import { standInFor } from './stand-in.tsx'
import { TextForm } from './text-form.tsx'
import { missingIn, type TestInputs } from './test-inputs.ts'
import { TestStage } from './test-stage.tsx'
import { AccountNote } from './test-trouble.tsx'
import { missingForTalk, prepareTry, UNNAMED, type RenderConversation } from './try-assistant.ts'
import { useSpeech } from './use-speech.ts'

interface TestAvatarProps {
  form: UseFormReturn<AssistantForm>
  /** The submitted assistant that the form changes. */
  assistantId?: string
  inputs: TestInputs
  onInputs: (inputs: TestInputs) => void
  mayTalk: boolean
  renderConversation: RenderConversation
  onLeave: () => void
  /** Whether the conversation is placed before the text to speak. */
  isTalkFirst?: boolean
}

/** Tries out the assistant: the photo speaks any text in the chosen voice, and a conversation can be held. */
export function TestAvatar(props: TestAvatarProps) {
  const { form, assistantId, renderConversation } = props
  const [isConversing, setIsConversing] = useState(false)
  const [hasConversed, setHasConversed] = useState(false)
  const { photo, photoFace, assistantName, voiceId } = form.watch()

  if (!isConversing) {
    const onStart = () => {
      setHasConversed(true)
      setIsConversing(true)
    }
    return <TextMode {...props} isBack={hasConversed} onStart={onStart} />
  }
  return renderConversation({
    assistant: {
      id: photo === null ? standInFor(voiceId).id : 'being-made',
      name: assistantName.trim() || UNNAMED,
      image: photo?.url ?? '',
      photoFace: photo === null ? null : photoFace,
    },
    prepare: (signal) => prepareTry(form.getValues(), assistantId, signal),
    onExit: () => setIsConversing(false),
  })
}

interface TextModeProps extends TestAvatarProps {
  /** True after returning from a conversation: the focus goes back to the button that started it. */
  isBack: boolean
  onStart: () => void
}

function TextMode({ form, inputs, onInputs, mayTalk, onLeave, isBack, onStart, isTalkFirst = false }: TextModeProps) {
  const { state, trouble, isWithoutVideos, talk, stop } = useSpeech()
  const [isPlaying, setIsPlaying] = useState(false)
  const player = useRef<HTMLVideoElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const { phase } = state
  useEffect(() => {
    // On a phone the face is below the buttons, so it is scrolled into view.
    if (phase !== 'silent') stage.current?.scrollIntoView({ block: 'nearest' })
  }, [phase])
  const { photo, photoFace, voiceId } = form.watch()

  const onTalk = () => {
    setIsPlaying(false)
    const hasPhoto = photo !== null && !isWithoutVideos
    const missing = missingIn(inputs, { mayTalk, hasPhoto })
    const said = { text: inputs.text.trim(), voiceId, provider: inputs.provider, apiKey: inputs.apiKey.trim() }
    void talk(photo === null ? said : { ...said, photo, photoFace }, missing)
  }
  const onStop = () => {
    if (state.phase === 'video') player.current?.pause()
    else stop()
  }

  const conversation = (
    <ConversationStart
      form={form}
      mayTalk={mayTalk}
      isFirst={isTalkFirst}
      isBack={isBack}
      onStart={onStart}
      onLeave={onLeave}
    />
  )
  return (
    <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-[1fr_19rem] md:grid-rows-[auto_1fr]">
      {isTalkFirst ? conversation : null}
      <TextForm
        control={form.control}
        inputs={inputs}
        onInputs={onInputs}
        trouble={trouble}
        isPreparing={state.phase === 'preparing'}
        isHeard={state.phase === 'speaking' || (state.phase === 'video' && isPlaying)}
        isTalkFirst={isTalkFirst}
        onTalk={onTalk}
        onStop={onStop}
        onLeave={onLeave}
      />
      <div ref={stage} className="scroll-my-4 md:col-start-2 md:row-span-2 md:row-start-1 md:pt-7">
        <TestStage
          state={state}
          voiceId={voiceId}
          photo={photo}
          photoFace={photoFace}
          isWithoutVideos={isWithoutVideos}
          player={player}
          isPlaying={isPlaying}
          onPlaying={setIsPlaying}
        />
      </div>
      {isTalkFirst ? null : conversation}
    </div>
  )
}

interface ConversationStartProps extends Pick<TextModeProps, 'form' | 'mayTalk' | 'isBack' | 'onStart' | 'onLeave'> {
  /** Whether this part comes first, which makes its button the primary one. */
  isFirst: boolean
}

function ConversationStart({ form, mayTalk, isFirst, isBack, onStart, onLeave }: ConversationStartProps) {
  const [isRefused, setIsRefused] = useState(false)
  const note = useRef<HTMLDivElement>(null)
  const missing = missingForTalk(form.watch())
  useEffect(() => {
    // The note appears at the very end of the dialog, out of sight.
    if (isRefused) note.current?.scrollIntoView({ block: 'nearest' })
  }, [isRefused])

  return (
    <section
      aria-labelledby="test-conversation"
      className={clsx('grid gap-3 border-line', isFirst ? 'border-b pb-6' : 'border-t pt-5')}
    >
      <h3 id="test-conversation" className="text-lg">
        Talk with it
      </h3>
      <p className="text-[0.9375rem] text-ink-soft">
        It answers from what you have filled in, for {DEMO_CALL_LIMIT_MS / 1000} seconds at a time. {missing}
      </p>
      <Button
        ref={isBack ? takeFocus : undefined}
        kind={isFirst ? 'primary' : 'ink'}
        className="justify-self-start max-sm:w-full max-sm:whitespace-normal"
        onClick={() => (mayTalk ? onStart() : setIsRefused(true))}
      >
        Start Interactive Conversation
      </Button>
      <div ref={note} aria-live="assertive" className="scroll-my-5">
        {isRefused && !mayTalk ? <AccountNote title="You need an account to talk with it." onLeave={onLeave} /> : null}
      </div>
    </section>
  )
}
