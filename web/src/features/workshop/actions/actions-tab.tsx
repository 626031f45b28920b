import { actionSettingsSchema, type ActionSettings, type ActionsResponse } from '#contract/actions.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { failureWords } from '../../../lib/api-problem.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { OpeningNote } from '../../../ui/opening-note.tsx'
import type { WorkshopTabProps } from '../workshop-tabs.ts'
import { ActionCard } from './action-card.tsx'
import { readActions, saveActions } from './actions-client.ts'
import { AppointmentFields } from './appointment-fields.tsx'
import { AppointmentList } from './appointment-list.tsx'
import { CardsEditor } from './cards-editor.tsx'
import { FieldsEditor } from './fields-editor.tsx'
import { FreeTimes } from './free-times.tsx'
import { SavingNote } from '../saving-note.tsx'
import { useSavedSettings } from '../use-saved-settings.ts'
import { WebhooksEditor } from './webhooks-editor.tsx'

/** What the assistant can do in a call besides answering. */
export function ActionsTab({ assistant: { id } }: WorkshopTabProps) {
  const query = useQuery({
    queryKey: ['actions', id],
    queryFn: ({ signal }) => readActions(id, signal),
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (query.data === undefined) {
    if (query.isPending) return <OpeningNote />
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <p>{failureWords(query.error, 'The actions could not be shown. They are kept; please try again.')}</p>
        <Button onClick={() => void query.refetch()}>Try Again</Button>
      </div>
    )
  }
  return <LoadedActions assistantId={id} saved={query.data} savedAt={query.dataUpdatedAt} />
}

interface LoadedActionsProps {
  assistantId: string
  saved: ActionsResponse
  savedAt: number
}

function LoadedActions({ assistantId, saved, savedAt }: LoadedActionsProps) {
  const queryClient = useQueryClient()
  const keep = (answer: ActionsResponse) => queryClient.setQueryData(['actions', assistantId], answer)
  const { settings, setSettings, saving, issues, saveAgain } = useSavedSettings({
    schema: actionSettingsSchema,
    initial: saved.settings,
    save: (next) => saveActions(assistantId, next),
    onSaved: keep,
  })
  const change = (part: Partial<ActionSettings>) => setSettings((before) => ({ ...before, ...part }))
  const { message, callback, handover, appointments, cards, webhooks } = settings
  return (
    <div className="grid gap-6">
      <SavingNote saving={saving} onSaveAgain={saveAgain} />
      <ActionCard
        title="Take a message"
        text="Callers leave their details. You get an email, and find it under Conversations."
        isOn={message.isOn}
        onSwitch={(isOn) => change({ message: { ...message, isOn } })}
      >
        <Field
          label="Title"
          value={message.title}
          error={issues['message.title']}
          onChange={({ target }) => change({ message: { ...message, title: target.value } })}
        />
        <FieldsEditor
          fields={message.fields}
          issueOf={(path) => issues[`message.fields.${path}`]}
          onChange={(fields) => change({ message: { ...message, fields } })}
        />
        <MailedNow isMailed={message.isMailed} onChange={(isMailed) => change({ message: { ...message, isMailed } })} />
      </ActionCard>
      <ActionCard
        title="Call back"
        text="Callers leave a name and a number and are called back by you."
        isOn={callback.isOn}
        onSwitch={(isOn) => change({ callback: { ...callback, isOn } })}
      >
        <MailedNow
          isMailed={callback.isMailed}
          onChange={(isMailed) => change({ callback: { ...callback, isMailed } })}
        />
      </ActionCard>
      <ActionCard
        title="Book appointments"
        text="Callers book, move and cancel. Both of you get an invitation by email."
        isOn={appointments.isOn}
        onSwitch={(isOn) => {
          const isFirst = isOn && settings.timeZone === 'UTC'
          const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
          change({ appointments: { ...appointments, isOn }, ...(isFirst && { timeZone }) })
        }}
      >
        <AppointmentFields settings={settings} issues={issues} onChange={change} />
        {saved.settings.appointments.isOn ? <FreeTimes assistantId={assistantId} savedAt={savedAt} /> : null}
        <AppointmentList assistantId={assistantId} />
      </ActionCard>
      <ActionCard
        title="Hand over to a person"
        text="A caller who wants a person leaves a number, and you get an email at once."
        isOn={handover.isOn}
        onSwitch={(isOn) => change({ handover: { isOn } })}
      />
      <CardsEditor cards={cards} issues={issues} onChange={(next) => change({ cards: next })} />
      <WebhooksEditor webhooks={webhooks} issues={issues} onChange={(next) => change({ webhooks: next })} />
    </div>
  )
}

function MailedNow({ isMailed, onChange }: { isMailed: boolean; onChange: (isMailed: boolean) => void }) {
  return (
    <label className="flex min-h-11 items-center gap-2">
      <input
        type="checkbox"
        className="size-5"
        checked={isMailed}
        onChange={({ target }) => onChange(target.checked)}
      />
      Email me each one at once
    </label>
  )
}
