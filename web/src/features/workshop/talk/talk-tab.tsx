import { useState } from 'react'
import { Link } from 'react-router'
import { EMPTY_TEST_INPUTS, TestAvatar } from '../../assistants/assistants.ts'
import { useChanges } from '../draft/use-draft.ts'
import type { WorkshopTabProps } from '../workshop-tab-props.ts'
import { NextSteps } from './next-steps.tsx'

/** A conversation of the owner with the draft. */
export function TalkTab({ assistant, draft, renderConversation }: WorkshopTabProps) {
  const [inputs, setInputs] = useState(EMPTY_TEST_INPUTS)
  const hasChanges = useChanges(assistant, draft).length > 0
  return (
    <>
      <p className="mb-5 max-w-[68ch] text-ink-soft">
        {hasChanges
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
