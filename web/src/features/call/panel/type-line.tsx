import { MAX_TYPED_CHARACTERS } from '#contract/realtime.ts'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'

interface TypeLineProps {
  name: string
  onSend: (text: string) => void
}

/** An input for typing instead of speaking; the answer is spoken. */
export function TypeLine({ name, onSend }: TypeLineProps) {
  const [text, setText] = useState('')
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        onSend(text)
        setText('')
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
