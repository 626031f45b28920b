import { nextFollowUp, type FollowUpStatus } from '#contract/follow-up.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useBusy } from '../../lib/use-busy.ts'
import { Button } from '../../ui/button.tsx'
import { FAILURES, notifyFailure, notifySuccess } from './crm-notices.ts'
import { KEYS, saveEmail, type EmailRecord } from './crm-queries.ts'

/** The action that leads on from each status (spec section 4). */
const WORDS: Readonly<Record<FollowUpStatus, string>> = {
  pending: 'Mark contacted',
  contacted: 'Mark completed',
  completed: 'Reset',
}

export function FollowUpAction({ row, tabIndex }: { row: EmailRecord; tabIndex: 0 | -1 }) {
  const { isBusy, run } = useBusy()
  const client = useQueryClient()

  const advance = async () => {
    try {
      await saveEmail(client, row, { followUpStatus: nextFollowUp(row.follow_up_status) })
      notifySuccess('Follow-up status updated')
    } catch (error) {
      notifyFailure(FAILURES.followUp, error)
      // Reads the present state, so that the person can try again.
      await client.invalidateQueries({ queryKey: KEYS.emails })
    }
  }

  return (
    <Button
      size="dense"
      tabIndex={tabIndex}
      aria-label={`${WORDS[row.follow_up_status]}, ${row.email}`}
      aria-disabled={isBusy}
      onClick={() => void run(advance)}
    >
      {WORDS[row.follow_up_status]}
    </Button>
  )
}
