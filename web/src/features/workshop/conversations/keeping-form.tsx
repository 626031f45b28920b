import { CONVERSATION_MAILS, KEPT_DAYS } from '#contract/conversation-limits.ts'
import { conversationSettingsSchema, type KeepingResponse } from '#contract/conversations.ts'
import { useQuery } from '@tanstack/react-query'
import { api, reading, successBody } from '../../../lib/api.ts'
import { Field } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SavingNote } from '../saving/saving-note.tsx'
import { useSavedSettings } from '../saving/use-saved-settings.ts'
import { Loaded } from '../../../ui/loaded.tsx'

const MAIL_WORDS: Record<(typeof CONVERSATION_MAILS)[number], string> = {
  none: 'No email',
  'at-once': 'An email after each conversation',
  daily: 'One email a day',
}

const { settings: kept } = api.api['own-assistants'][':id'].conversations

export const readingKeeping = (id: string) => reading(kept, { param: { id } })

interface KeepingFormProps {
  assistant: { id: string; name: string }
}

/** Whether what visitors say is kept, for how long, and how the owner hears of it. */
export function KeepingForm({ assistant }: KeepingFormProps) {
  const query = useQuery({ ...readingKeeping(assistant.id), refetchOnWindowFocus: false })
  return (
    <Loaded query={query} isFresh otherwise="The settings could not be shown. Please try again.">
      {(saved) => <Form assistant={assistant} saved={saved} />}
    </Loaded>
  )
}

function Form({ assistant: { id, name }, saved }: KeepingFormProps & { saved: KeepingResponse }) {
  const { settings, change, issues, round, saving } = useSavedSettings({
    schema: conversationSettingsSchema,
    saved,
    settingsOf: (answer: KeepingResponse) => answer.settings,
    reads: readingKeeping(id),
    save: (json) => successBody(kept.$put({ param: { id }, json })),
  })
  const { keeps, days, mail } = settings
  const isOneDay = days === 1 || 'days' in issues
  return (
    <div key={round} className="grid max-w-xl gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h3 className="text-xl sm:text-2xl">What is kept</h3>
        <SavingNote saving={saving} />
      </div>
      <div className="flex items-start gap-3">
        <input
          id="keeps"
          type="checkbox"
          aria-describedby="keeps-hint"
          className="mt-1 size-5 shrink-0 accent-accent"
          checked={keeps}
          onChange={({ target }) => change({ keeps: target.checked })}
        />
        <div>
          <label htmlFor="keeps" className="font-semibold">
            Keep what visitors say
          </label>
          <p id="keeps-hint" className="text-ink-soft">
            While this is off, you see only figures. While it is on, visitors see before they speak: “What you say is
            kept by {name} for {isOneDay ? 'one day' : `${days} days`}.” A change applies to conversations that begin
            from now on. Your own test conversations with {name} are never kept.
          </p>
        </div>
      </div>
      <Field
        label="Days until it is deleted"
        inputMode="numeric"
        defaultValue={saved.settings.days}
        error={issues['days'] && `Write a whole number from ${KEPT_DAYS.least} to ${KEPT_DAYS.most}.`}
        onChange={({ target }) => change({ days: Number(target.value) })}
      />
      <SelectField
        label="Email to you"
        hint="About kept conversations. Messages and appointments are emailed separately."
        options={CONVERSATION_MAILS.map((value) => ({ value, label: MAIL_WORDS[value] }))}
        value={mail}
        onChoose={(chosen) => change({ mail: chosen })}
      />
    </div>
  )
}
