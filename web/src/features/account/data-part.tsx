import { useState, useId } from 'react'
import { api, successBody } from '../../lib/api.ts'
import { failureNotice } from '../../lib/notify-failure.ts'
import { notify } from '../../lib/notify.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { Button } from '../../ui/button.tsx'
import { KEPT_OF_PLANS } from '#contract/leaving.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { failureWords, hasCode } from '../../lib/api-problem.ts'
import { writeStored } from '../../lib/local-store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { deleteFormSchema } from './account-forms.ts'
import { GivenPasswordField } from './form-parts.tsx'

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
        <div className="max-w-[46ch] min-w-[min(100%,16rem)] flex-1">
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
        <div className="max-w-[46ch] min-w-[min(100%,16rem)] flex-1">
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

interface DeleteAccountDialogProps {
  onClose: () => void
  /** Receives the sentences about the data that is kept. */
  onDeleted: (kept: readonly string[]) => void
}

/** Lists the data that is deleted and kept, and asks for the password. */
function DeleteAccountDialog({ onClose, onDeleted }: DeleteAccountDialogProps) {
  const deletedId = useId()
  const keptId = useId()
  const form = useForm({ resolver: zodResolver(deleteFormSchema), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      const { kept } = await successBody(api.api.account.$delete({ json: { password } }))
      writeStored('session', null)
      onDeleted(kept)
    } catch (error) {
      if (hasCode(error, 'password-wrong')) {
        form.setError('password', { message: 'That is not your password. Nothing was deleted.' })
        form.setFocus('password')
        return
      }
      form.setError('root', {
        message: failureWords(error, 'Your account could not be deleted. Please try again.'),
      })
    }
  })

  return (
    <Dialog
      onClose={onClose}
      title="Delete your account?"
      description="This cannot be undone."
      width="narrow"
      staysOnShade
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
        <div>
          <p id={deletedId} className="font-semibold">
            What is deleted at once
          </p>
          <ul aria-labelledby={deletedId} className="mt-1.5 grid list-disc gap-1 pl-5">
            <li>Your plans: they end now, and any minutes left are lost. You are not charged again.</li>
            <li>Your account, its password and your sign-ins on every device.</li>
            <li>
              Your own assistants with their photos and pages, and what their visitors left: messages, appointments and
              conversations. Visitors with a coming appointment get an email that it is canceled.
            </li>
            <li>Your calls with their full text, our mails to you and the team’s notes about you.</li>
          </ul>
        </div>
        <div>
          <p id={keptId} className="font-semibold">
            What we keep about your plans for as long as the law requires records of sales
          </p>
          <ul aria-labelledby={keptId} className="mt-1.5 grid list-disc gap-1 pl-5">
            {KEPT_OF_PLANS.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
        <GivenPasswordField label="Your password" error={errors.password?.message} {...form.register('password')} />
        <p role="alert" className="font-medium text-danger empty:hidden">
          {errors.root?.message}
        </p>
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={onClose}>Keep my account</Button>
          <Button kind="primary" type="submit" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Deleting...' : 'Delete my account'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
