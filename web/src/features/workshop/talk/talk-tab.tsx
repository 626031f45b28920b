import { useState } from 'react'
import { Link } from 'react-router'
import { EMPTY_TEST_INPUTS, TestAvatar } from '../../assistants/assistants.ts'
import { useChanges } from '../draft/use-draft.ts'
import type { WorkshopTabProps } from '../workshop-tab-props.ts'
import type { OwnAssistantDetail } from '#contract/own-assistant.ts'
import { useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { api, reading } from '../../../lib/api.ts'

export function TalkTab({ assistant, draft, renderConversation }: WorkshopTabProps) {
  const [inputs, setInputs] = useState(EMPTY_TEST_INPUTS)
  const hasChanges = useChanges(assistant, draft).length > 0
  return (
    <>
      <p className="mb-5 max-w-[68ch] wrap-anywhere text-ink-soft">
        {assistant.status !== 'live'
          ? `You’re talking with your draft. ${assistant.name} is not live, so callers cannot talk with it on `
          : hasChanges
            ? `You’re talking with your draft. Callers hear version ${assistant.published} on `
            : 'You’re talking with your draft, which is the same as what callers hear on '}
        <Link to={`/a/${assistant.slug}`} className="inline-block py-1 text-ink underline underline-offset-4">
          its public page
        </Link>
        .
      </p>
      <NextSteps assistant={assistant} />
      <TestAvatar
        form={draft.form}
        assistantId={assistant.id}
        inputs={inputs}
        onInputs={setInputs}
        mayTalk
        isTalkFirst
        renderConversation={renderConversation}
        onLeave={() => undefined}
      />
    </>
  )
}

const own = api.api['own-assistants'][':id']

/**
 * What the owner still has to set up before visitors of a website can leave messages; renders nothing once all of it is done.
 */
function NextSteps({ assistant: { id, status } }: { assistant: Pick<OwnAssistantDetail, 'id' | 'status'> }) {
  const actions = useQuery({ ...reading(own.actions, { param: { id } }), refetchOnWindowFocus: false })
  const website = useQuery(reading(own.website, { param: { id } }))
  if (actions.data === undefined || website.data === undefined) return null
  const { message, callback, appointments, handover } = actions.data.settings
  const { sites } = website.data
  const steps = [
    {
      isDone: [message, callback, appointments, handover].some(({ isOn }) => isOn),
      to: `/assistants/${id}/actions`,
      words: 'Choose what visitors can leave or book',
    },
    { isDone: sites.length > 0, to: `/assistants/${id}/website`, words: 'Allow your website' },
    {
      isDone: sites.some(({ lastSeenAt }) => lastSeenAt !== null),
      to: `/assistants/${id}/website`,
      words: 'Paste one line into your page',
    },
    { isDone: status !== 'draft', to: '/assistants', words: 'Choose a plan, so that visitors can talk to it' },
  ].filter(({ isDone }) => !isDone)
  if (steps.length === 0) return null
  return (
    <section
      aria-labelledby="next-steps"
      className="mb-6 rounded-[20px] border border-line bg-raised px-4 py-4 sm:px-6"
    >
      <h3 id="next-steps" className="text-lg">
        On the way to your first lead
      </h3>
      <ol className="mt-1 grid sm:grid-cols-2 sm:gap-x-8">
        {steps.map(({ to, words }) => (
          <li key={words} className="border-line max-sm:not-last:border-b">
            <Link
              to={to}
              preventScrollReset
              className="flex min-h-11 items-center gap-2 no-underline max-sm:justify-between"
            >
              <span className="underline underline-offset-4">{words}</span>
              <ChevronRight aria-hidden className="size-4.5 shrink-0 text-ink-soft" />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
