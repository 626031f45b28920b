import type { Proposal } from '#contract/knowledge-sources.ts'
import { ANSWER_MAX_LENGTH, QUESTION_MAX_LENGTH, QUESTION_MIN_LENGTH } from '#contract/own-assistant-limits.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { ToneBadge } from '../../../ui/tone-badge.tsx'

interface ProposalItemProps {
  proposal: Proposal
  isBusy: boolean
  onAccept: (edit?: Pick<Proposal, 'question' | 'answer'>) => Promise<boolean>
  onDismiss: () => Promise<boolean>
}

/** A proposed answer, to be read or edited by the owner. */
export function ProposalItem({ proposal, isBusy, onAccept, onDismiss }: ProposalItemProps) {
  const { question, answer, replaces } = proposal
  const [edit, setEdit] = useState<Pick<Proposal, 'question' | 'answer'>>()
  const isWhole =
    edit === undefined || (edit.question.trim().length >= QUESTION_MIN_LENGTH && edit.answer.trim() !== '')
  return (
    <li className="grid gap-2 rounded-card bg-raised p-3.5 sm:p-4">
      {edit === undefined ? (
        <>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p className="min-w-0 font-semibold wrap-anywhere">{question}</p>
            {replaces === null ? <ToneBadge tone="blue">New</ToneBadge> : <ToneBadge tone="orange">Changed</ToneBadge>}
          </div>
          <p className="wrap-anywhere">{answer}</p>
          {replaces === null ? null : (
            <p className="text-[0.9375rem] wrap-anywhere text-ink-soft">Your answer now: {replaces}</p>
          )}
        </>
      ) : (
        <>
          <Field
            label="Question"
            autoComplete="off"
            maxLength={QUESTION_MAX_LENGTH}
            value={edit.question}
            onChange={({ target }) => setEdit({ ...edit, question: target.value })}
          />
          <TextArea
            label="Answer"
            rows={4}
            maxLength={ANSWER_MAX_LENGTH}
            value={edit.answer}
            onChange={({ target }) => setEdit({ ...edit, answer: target.value })}
          />
        </>
      )}
      <div className="mt-1 flex flex-wrap gap-2">
        <Button
          size="small"
          kind="ink"
          className="max-sm:px-3.5!"
          aria-label={`Accept: ${question}`}
          aria-disabled={isBusy || !isWhole}
          onClick={() => (isWhole ? void onAccept(edit) : undefined)}
        >
          Accept
        </Button>
        <Button
          size="small"
          className="max-sm:px-3.5!"
          aria-label={edit === undefined ? `Edit: ${question}` : `Leave as it is: ${question}`}
          onClick={() => setEdit(edit === undefined ? { question, answer } : undefined)}
        >
          {edit === undefined ? 'Edit' : 'Leave as it is'}
        </Button>
        <Button
          size="small"
          kind="quiet"
          className="max-sm:px-3.5!"
          aria-label={`Dismiss: ${question}`}
          aria-disabled={isBusy}
          onClick={() => void onDismiss()}
        >
          Dismiss
        </Button>
      </div>
    </li>
  )
}
