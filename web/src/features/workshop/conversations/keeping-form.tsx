import { CONVERSATION_MAILS, KEPT_DAYS } from '#contract/conversation-limits.ts'
import type { ConversationSettings } from '#contract/conversations.ts'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { failureWords } from '../../../lib/api-problem.ts'
import { notify } from '../../../lib/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { OpeningNote } from '../../../ui/opening-note.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { saveKeeping } from './conversations-client.ts'
import { FailedNote } from './failed-note.tsx'

const MAIL_WORDS: Record<(typeof CONVERSATION_MAILS)[number], string> = {
  none: 'No mail',
  'at-once': 'A mail after each conversation',
  daily: 'One mail a day',
}

interface KeepingFormProps {
  assistant: { id: string; name: string }
  query: UseQueryResult<ConversationSettings>
}

/** Settings for whether and how long conversations are kept, and how the owner is notified. */
export function KeepingForm({ assistant, query }: KeepingFormProps) {
  if (query.data === undefined) {
    if (query.isPending) return <OpeningNote />
    return (
      <FailedNote
        error={query.error}
        otherwise="The settings could not be shown. Please try again."
        onTryAgain={() => void query.refetch()}
      />
    )
  }
  return <Form assistant={assistant} kept={query.data} />
}

function Form({
  assistant: { id, name },
  kept,
}: {
  assistant: { id: string; name: string }
  kept: ConversationSettings
}) {
  const queryClient = useQueryClient()
  const [keeps, setKeeps] = useState(kept.keeps)
  const [days, setDays] = useState(`${kept.days}`)
  const [mail, setMail] = useState(kept.mail)
  const [isBusy, setBusy] = useState(false)
  const count = Number(days)
  const isDays = Number.isInteger(count) && count >= KEPT_DAYS.least && count <= KEPT_DAYS.most

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !isDays) return
    setBusy(true)
    try {
      queryClient.setQueryData(['keeping', id], await saveKeeping(id, { keeps, days: count, mail }))
      notify({ kind: 'success', title: 'Saved', description: 'This counts for conversations from now on.' })
    } catch (error) {
      notify({ kind: 'error', title: 'Not saved', description: failureWords(error, 'Please try again.') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="grid max-w-xl gap-5" noValidate onSubmit={(event) => void save(event)}>
      <div className="flex items-start gap-3">
        <input
          id="keeps"
          type="checkbox"
          aria-describedby="keeps-hint"
          className="mt-1 size-5 accent-accent"
          checked={keeps}
          onChange={({ target }) => setKeeps(target.checked)}
        />
        <div>
          <label htmlFor="keeps" className="font-semibold">
            Keep what visitors say
          </label>
          <p id="keeps-hint" className="text-ink-soft">
            Without this you see figures only. With it, visitors read before they speak: “What you say is kept by {name}{' '}
            for {isDays && count !== 1 ? `${count} days` : 'one day'}.” Talking to {name} as a test is never kept.
          </p>
        </div>
      </div>
      <Field
        label="Days until it is deleted"
        inputMode="numeric"
        value={days}
        error={isDays ? undefined : `Write a whole number from ${KEPT_DAYS.least} to ${KEPT_DAYS.most}.`}
        onChange={({ target }) => setDays(target.value)}
      />
      <SelectField
        label="Mail to you"
        hint="About kept conversations. Messages and appointments have mails of their own."
        options={CONVERSATION_MAILS.map((value) => ({ value, label: MAIL_WORDS[value] }))}
        value={mail}
        onChange={({ target }) => setMail(CONVERSATION_MAILS.find((each) => each === target.value) ?? 'none')}
      />
      <Button type="submit" kind="ink" className="justify-self-start" aria-disabled={isBusy || !isDays}>
        Save
      </Button>
    </form>
  )
}
