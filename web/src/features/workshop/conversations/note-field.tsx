import { NOTE_MAX_LENGTH } from '#contract/conversation-limits.ts'
import { useEffect, useState } from 'react'
import { leftUnsaved } from '../../../lib/draft-box.ts'
import { TextArea } from '../../../ui/field.tsx'
import { createAutoSaver } from '../saving/auto-saver.ts'
import { useSaveOnLeaving } from '../saving/use-save-on-leaving.ts'

const HINTS = {
  typed: 'Only you can see it. Saved when you leave the field.',
  saved: 'Saved.',
  failed: 'Not saved yet. Your text is still here: change it and leave the field to try again.',
}

interface NoteFieldProps {
  conversationId: string
  /** The note as it is stored. */
  stored: string
  /** Returns whether the note was saved. The function of the first render stays in use. */
  save: (note: string) => Promise<boolean>
  onSaved: () => void
}

/**
 * The owner's note on a conversation. It is saved when the field, the conversation or the page is left; text that could
 * not be saved is shown again when the conversation is opened again in the same page.
 */
export function NoteField({ conversationId, stored, save, onSaved }: NoteFieldProps) {
  const key = `note of ${conversationId}`
  const [saver] = useState(() => createNoteSaver(leftUnsaved.get(key) as string | undefined, stored, save))
  const [state, setState] = useState<keyof typeof HINTS>(saver.isDirty() ? 'failed' : 'typed')
  useSaveOnLeaving(saver)
  useEffect(() => {
    leftUnsaved.delete(key)
    return () => {
      if (!saver.isDirty()) return
      const typed = saver.typed()
      leftUnsaved.set(key, typed)
      void saver.flush().then((isSaved) => {
        if (isSaved && leftUnsaved.get(key) === typed) leftUnsaved.delete(key)
      })
    }
  }, [key, saver])

  const leave = async () => {
    if (!saver.isDirty()) return
    const isSaved = await saver.flush()
    if (!isSaved) setState('failed')
    else if (!saver.isDirty()) {
      setState('saved')
      onSaved()
    }
  }
  return (
    <TextArea
      label="Note"
      hint={HINTS[state]}
      rows={3}
      maxLength={NOTE_MAX_LENGTH}
      defaultValue={saver.typed()}
      onChange={({ target }) => {
        saver.type(target.value)
        setState('typed')
      }}
      onBlur={() => void leave()}
    />
  )
}

function createNoteSaver(left: string | undefined, stored: string, save: NoteFieldProps['save']) {
  let [typed, saved] = [left ?? stored, stored]
  // Sends one text after the other, so that the last one stays.
  const queue = createAutoSaver<string, null>({
    kept: { base: null, content: stored },
    save: async (content) => {
      if (!(await save(content))) throw new Error('the note was not saved')
      saved = content
      return null
    },
    readNow: async () => ({ base: null, content: saved }),
    onState: () => undefined,
  })
  return {
    typed: () => typed,
    type: (text: string) => void (typed = text),
    isDirty: () => typed !== saved || queue.state().phase === 'saving',
    flush: () => {
      queue.change(typed)
      return queue.flush()
    },
  }
}
