import { Button } from '../../ui/button.tsx'
import type { Saving } from './use-saved-settings.ts'

interface SavingNoteProps {
  saving: Saving
  onSaveAgain: () => void
  /** For settings with conflicts: choose the version changed elsewhere, or the one on the screen. */
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Shows whether the settings of a tab are saved. */
export function SavingNote({ saving, onSaveAgain, onTakeTheirs, onKeepMine }: SavingNoteProps) {
  if (saving.state !== 'failed' && saving.state !== 'conflict') {
    return (
      <p role="status" className="content-center text-ink-soft sm:min-h-11">
        {'words' in saving ? saving.words : SAVING_WORDS[saving.state]}
      </p>
    )
  }
  return (
    <div role="alert" className="grow rounded-card border border-danger bg-raised px-4 py-3.5">
      <p className="font-semibold text-danger">Your last changes are not saved</p>
      <p className="mt-1">
        {saving.state === 'failed'
          ? `${saving.words} Everything you typed is still here.`
          : 'These settings were changed in the meantime, perhaps in another tab. Everything you typed is still here.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {saving.state === 'failed' ? (
          <Button size="small" className="min-h-11" onClick={onSaveAgain}>
            Save again
          </Button>
        ) : (
          <>
            <Button size="small" className="min-h-11" onClick={onTakeTheirs}>
              Show the newer settings
            </Button>
            <Button size="small" className="min-h-11" onClick={onKeepMine}>
              Replace them with mine
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

const SAVING_WORDS = { saved: 'Saved', saving: 'Saving…' } as const
