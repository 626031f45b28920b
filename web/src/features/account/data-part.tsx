import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { failureNotice } from '../../lib/notify-failure.ts'
import { notify } from '../../lib/notify.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

const FILE = 'voxhall-my-data.json'

/** Data export and account deletion. `onDeleted` receives the sentence about the data that is kept. */
export function DataPart({ onDeleted }: { onDeleted: (kept: readonly string[]) => void }) {
  const { isBusy: isGathering, run } = useBusy()
  const [isAsking, setAsking] = useState(false)

  const download = async () => {
    try {
      await saveFile(await api.api.account.export.$get({}), FILE)
      notify({
        kind: 'success',
        title: 'Your data has been downloaded',
        description: `The file is called ${FILE}.`,
      })
    } catch (error) {
      notify(failureNotice(error, 'Your data could not be collected'))
    }
  }

  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="max-w-[46ch] min-w-64 flex-1">
          <h3 className="font-sans text-base font-semibold tracking-normal">Download my data</h3>
          <p className="text-ink-soft">
            Everything we keep about you in one file: account, sign-ins, the full text of your calls, your assistants
            and photos, plans and invoices.
          </p>
        </div>
        <Button aria-disabled={isGathering} onClick={() => void run(download)}>
          {isGathering ? 'Preparing…' : 'Download'}
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-line pt-6">
        <div className="max-w-[46ch] min-w-64 flex-1">
          <h3 className="font-sans text-base font-semibold tracking-normal">Delete my account</h3>
          <p className="text-ink-soft">
            Ends your plans, then permanently deletes your account with its calls and assistants.
          </p>
        </div>
        <Button onClick={() => setAsking(true)}>Delete…</Button>
      </div>
      {isAsking ? <DeleteAccountDialog onClose={() => setAsking(false)} onDeleted={onDeleted} /> : null}
    </div>
  )
}
