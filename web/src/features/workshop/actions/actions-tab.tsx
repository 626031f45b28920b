import { actionSettingsSchema, type ActionsResponse } from '#contract/actions.ts'
import { useQuery } from '@tanstack/react-query'
import { api, reading, successBody } from '../../../lib/api.ts'
import { zoneWords } from '../../../lib/formatting.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import type { WorkshopTabProps } from '../workshop-tab-props.ts'
import { ActionCard } from './action-card.tsx'
import { AppointmentFields } from './appointment-fields.tsx'
import { CardsEditor } from './cards-editor.tsx'
import { FieldsEditor, fieldWords } from './fields-editor.tsx'
import { SavingNote } from '../saving/saving-note.tsx'
import { firstIssue, useSavedSettings } from '../saving/use-saved-settings.ts'
import { WebhooksEditor } from './webhooks-editor.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { failureWords } from '../../../lib/api-problem.ts'

const { actions } = api.api['own-assistants'][':id']

const readingActions = (id: string) => reading(actions, { param: { id } })

export function ActionsTab({ assistant }: WorkshopTabProps) {
  const query = useQuery({ ...readingActions(assistant.id), refetchOnWindowFocus: false })
  return (
    <Loaded query={query} isFresh otherwise="The actions could not be shown. They are kept; please try again.">
      {(saved) => <LoadedActions assistant={assistant} saved={saved} savedAt={query.dataUpdatedAt} />}
    </Loaded>
  )
}

interface LoadedActionsProps {
  assistant: WorkshopTabProps['assistant']
  saved: ActionsResponse
  savedAt: number
}

function LoadedActions({ assistant, saved, savedAt }: LoadedActionsProps) {
  const { id: assistantId, name } = assistant
  const { settings, change, issues, round, saving } = useSavedSettings({
    schema: actionSettingsSchema,
    saved,
    settingsOf: (answer: ActionsResponse) => answer.settings,
    reads: readingActions(assistantId),
    save: (json) => successBody(actions.$put({ param: { id: assistantId }, json })),
  })
  const { message, callback, handover, appointments, cards, webhooks } = settings
  return (
    <div key={round} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="wrap-anywhere text-ink-soft">
          What {name} can do in a call besides answering. Changes apply at once.
        </p>
        <SavingNote saving={saving} />
      </div>
      <ActionCard
        title="Take a message"
        text="Callers leave their details. You find them under Conversations, in Leads."
        summary={`Asks for: ${fieldWords(message.fields)}.`}
        hasIssue={firstIssue(issues, 'message.') !== undefined}
        isOn={message.isOn}
        onSwitch={(isOn) => change({ message: { ...message, isOn } })}
      >
        <Field
          label="Title"
          hint="Shown above the form that callers can fill in."
          value={message.title}
          error={issues['message.title']}
          onChange={({ target }) => change({ message: { ...message, title: target.value } })}
        />
        <FieldsEditor
          fields={message.fields}
          issueOf={(path) => issues[path === '' ? 'message.fields' : `message.fields.${path}`]}
          onChange={(fields) => change({ message: { ...message, fields } })}
        />
        <MailedNow isMailed={message.isMailed} onChange={(isMailed) => change({ message: { ...message, isMailed } })} />
      </ActionCard>
      <ActionCard
        title="Call back"
        text="Callers leave a name and a number, and you call them back."
        summary={callback.isMailed ? 'You get an email at once.' : 'No email is sent.'}
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
        text="Callers book, move and cancel. You and the caller get an invitation by email."
        summary={`${appointments.title}, ${appointments.lengthMinutes} minutes each, ${zoneWords(assistant.timeZone)}.`}
        hasIssue={firstIssue(issues, 'appointments.') !== undefined}
        isOn={appointments.isOn}
        onSwitch={(isOn) => change({ appointments: { ...appointments, isOn } })}
      >
        <AppointmentFields assistant={assistant} settings={settings} issues={issues} onChange={change} />
        {saved.settings.appointments.isOn ? <FreeTimes assistantId={assistantId} savedAt={savedAt} /> : null}
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
  return <Checkbox label="Email me each one at once" checked={isMailed} onChange={onChange} />
}

const { 'free-times': freeTimes } = api.api['own-assistants'][':id']
const SHOWN_A_DAY = 8

/** The times that callers are offered under the saved settings. */
function FreeTimes({ assistantId, savedAt }: { assistantId: string; savedAt: number }) {
  const { data, error } = useQuery({
    queryKey: ['free-times', assistantId, savedAt],
    queryFn: ({ signal }) => successBody(freeTimes.$post({ param: { id: assistantId } }, { init: { signal } })),
  })
  return (
    <div aria-busy={data === undefined && error === null}>
      <h3 className="text-lg">The next free times</h3>
      {error ? <p role="alert">{failureWords(error, 'The free times could not be shown.')}</p> : null}
      {data?.calendar.state === 'away' ? (
        <p role="alert" className="mt-1 font-medium text-danger">
          Your calendar could not be read: {data.calendar.problem} Callers are still offered these times.
        </p>
      ) : null}
      {data?.days.length === 0 ? (
        <p className="mt-1 text-ink-soft">There are no free times. Check the opening hours.</p>
      ) : null}
      <ul className="mt-2 grid gap-2">
        {data?.days.map(({ day, starts }) => (
          <li key={day}>
            <span className="font-semibold">{dayWords(day)}</span>{' '}
            <span className="tabular-nums">
              {starts
                .slice(0, SHOWN_A_DAY)
                .map((start) => start.slice(11, 16))
                .join(', ')}
              {starts.length > SHOWN_A_DAY ? ` and ${starts.length - SHOWN_A_DAY} more` : ''}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function dayWords(day: string): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', options)
}
