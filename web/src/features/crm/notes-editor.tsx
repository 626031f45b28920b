import { NOTES_MAX_CHARS } from '#contract/crm-lists.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isConflict } from '../../lib/api-problem.ts'
import { leftUnsaved } from '../../lib/draft-box.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { Button } from '../../ui/button.tsx'
import { CheckedForm } from '../../ui/checked-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { FAILURES, notifyFailure, notifySuccess } from './crm-notices.ts'
import { readEmail, saveEmail, type EmailRecord } from './crm-queries.ts'

interface NotesEditorProps {
  /** As it was when the editor was opened. */
  row: EmailRecord
  onClose: () => void
}

/** Text that is not saved, and the record that it is based on. */
interface LeftNotes {
  text: string
  base: EmailRecord
}

/**
 * Edits the notes on one person. The editor is rendered outside the table, so that changes of the table do not close
 * it. Notes that a colleague saved meanwhile are never overwritten unseen, and typed text is never lost: only Cancel
 * discards it, while after Escape or the back button the editor opens with it again.
 */
export function NotesEditor({ row, onClose }: NotesEditorProps) {
  const kept = `notes ${row.id}`
  const [left] = useState(() => leftUnsaved.get(kept) as LeftNotes | undefined)
  const [text, setText] = useState(left?.text ?? row.notes)
  /** What the text was based on before a newer record was shown. */
  const opened = left?.base ?? row
  /** The record that a save is based on: as it was opened, or a colleague's later version that was shown. */
  const [base, setBase] = useState(row)
  const { isBusy, run } = useBusy()
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)

  // In the next frame, after the dialog has noted which element had the focus, so that it can be restored.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  const isOutdated = base.version !== opened.version && base.notes !== opened.notes

  useEffect(() => {
    if (text === base.notes) leftUnsaved.delete(kept)
    else leftUnsaved.set(kept, { text, base } satisfies LeftNotes)
  }, [kept, text, base])

  const discard = () => {
    leftUnsaved.delete(kept)
    onClose()
  }

  /** @returns the newer record when its notes conflict; null after saving */
  const trySave = async (on: EmailRecord): Promise<EmailRecord | null> => {
    try {
      await saveEmail(client, on, { notes: text })
      return null
    } catch (error) {
      if (!isConflict(error)) throw error
      const newer = await readEmail(on.id)
      if (newer.notes !== on.notes) {
        notifyFailure(FAILURES.notes, error)
        return newer
      }
      // Only other fields of the record have changed, so the save is repeated on the newer version.
      return trySave(newer)
    }
  }

  const save = async () => {
    try {
      const newer = await trySave(base)
      if (newer !== null) return setBase(newer)
      notifySuccess('Notes updated')
      discard()
    } catch (error) {
      notifyFailure(FAILURES.notes, error)
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title="Notes"
      description={row.display_name ? `${row.display_name}, ${row.email}` : row.email}
      staysOnShade
    >
      <CheckedForm className="grid gap-4" onSubmit={() => void run(save)}>
        {isOutdated ? (
          <div role="alert" data-tone="yellow" className="grid gap-3 rounded-card bg-tone-tint p-4 text-tone-ink">
            <p className="font-semibold">
              A colleague has saved different notes. Theirs are kept; yours are below and not saved yet.
            </p>
            <p className="max-h-48 overflow-y-auto rounded-control bg-raised p-3 text-ink whitespace-pre-wrap">
              {base.notes === '' ? 'They are empty now.' : base.notes}
            </p>
            <div className="flex flex-wrap gap-2.5">
              <Button size="dense" onClick={() => setText(joined(base.notes, text))}>
                Add theirs above mine
              </Button>
              <Button size="dense" onClick={() => setText(base.notes)}>
                Use theirs
              </Button>
            </div>
          </div>
        ) : null}
        <TextArea
          label={isOutdated ? 'Your notes' : 'Notes'}
          rows={8}
          maxLength={NOTES_MAX_CHARS}
          hint={left && !isOutdated ? 'You typed this before. It is not saved yet.' : undefined}
          ref={field}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run(save)
          }}
        />
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={discard}>Cancel</Button>
          <Button kind="primary" type="submit" aria-disabled={isBusy}>
            Save
          </Button>
        </div>
      </CheckedForm>
    </Dialog>
  )
}

function joined(theirs: string, mine: string): string {
  if (theirs === '') return mine
  return mine === '' ? theirs : `${theirs}\n\n${mine}`
}
