import type { SaveState } from './draft-saver.ts'

const WORDS = { saved: 'Saved', waiting: 'Saving…', saving: 'Saving…', failed: 'Not saved' } as const

/** Shows whether everything has been saved on the server. */
export function SaveLine({ state }: { state: SaveState }) {
  return (
    <span role="status" className={state.phase === 'failed' ? 'font-semibold text-danger' : 'text-ink-soft'}>
      {WORDS[state.phase]}
    </span>
  )
}
