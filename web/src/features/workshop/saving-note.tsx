import { Button } from '../../ui/button.tsx'
import type { Saving } from './use-saved-settings.ts'

/** Says how far the settings of a tab are saved. */
export function SavingNote({ saving, onSaveAgain }: { saving: Saving; onSaveAgain: () => void }) {
  const isFailed = saving.state === 'failed'
  return (
    <div role={isFailed ? 'alert' : 'status'} className="flex min-h-11 flex-wrap items-center gap-x-4 text-ink-soft">
      {isFailed ? `Not saved yet. ${saving.words}` : 'words' in saving ? saving.words : SAVING_WORDS[saving.state]}
      {isFailed ? (
        <Button size="small" className="min-h-11" onClick={onSaveAgain}>
          Save again
        </Button>
      ) : null}
    </div>
  )
}

const SAVING_WORDS = { saved: 'Saved', saving: 'Saving...' } as const
