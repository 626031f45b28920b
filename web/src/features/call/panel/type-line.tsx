import { MAX_TYPED_CHARACTERS } from '#contract/realtime.ts'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { VoiceCall } from '../engine/voice-call.ts'

/**
 * What the caller types. A panel holds it, since it outlasts the input, which is there only during a call. If the
 * connection is lost before anything followed the latest line, that line is put back, because it may not have arrived.
 */
export function useTypedText(call: VoiceCall) {
  const [text, setText] = useState('')
  const latest = useRef<string | null>(null)
  /** Returns lines that were not sent to the input, before what has been typed since. */
  const putBack = useCallback(
    (lines: readonly string[]) => setText((since) => [...lines, since].filter((line) => line !== '').join(' ')),
    [],
  )
  useEffect(
    () =>
      call.on('call-end', ({ reason }) => {
        const last = call.state().captions.at(-1)
        const isUnanswered = last?.role === 'user' && last.content === latest.current
        if (isUnanswered && reason === 'connection-lost') putBack([last.content])
        latest.current = null
      }),
    [call, putBack],
  )
  /** Empties the input. @returns what was in it */
  const take = () => {
    latest.current = text.trim()
    setText('')
    return text
  }
  return { text, setText, take, putBack }
}

interface TypeLineProps {
  name: string
  typed: ReturnType<typeof useTypedText>
  onSend: (text: string) => void
}

/** An input for typing instead of speaking; the answer is spoken. */
export function TypeLine({ name, typed, onSend }: TypeLineProps) {
  const { text, setText, take } = typed
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onSend(take())
      }}
    >
      <input
        aria-label={`Type to ${name}`}
        placeholder="Type instead of speaking"
        autoComplete="off"
        enterKeyHint="send"
        maxLength={MAX_TYPED_CHARACTERS}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-h-11 min-w-0 flex-1 rounded-full border border-line-strong bg-raised px-4.5 text-base text-ink placeholder:text-ink-soft"
      />
      <Button type="submit" kind="outline" aria-label="Send" className="w-11 shrink-0 px-0!">
        <SendHorizontal aria-hidden className="size-5" />
      </Button>
    </form>
  )
}
