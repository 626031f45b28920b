import type { KnowledgeSource, Proposal } from '#contract/knowledge-sources.ts'
import { ANSWER_MAX_LENGTH, QUESTION_MAX_LENGTH, QUESTION_MIN_LENGTH } from '#contract/own-assistant-limits.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { ToneBadge } from '../../../ui/tone-badge.tsx'

interface ProposalItemProps {
  proposal: Proposal
  isBusy: boolean
  onAccept: (edit?: Pick<Proposal, 'question' | 'answer'>) => void
  onDismiss: () => void
}

/** A proposed answer, to be read or edited by the owner. */
export function ProposalItem({ proposal, isBusy, onAccept, onDismiss }: ProposalItemProps) {
  const { question, answer, replaces } = proposal
  const [edit, setEdit] = useState<Pick<Proposal, 'question' | 'answer'>>()
  const isWhole =
    edit === undefined || (edit.question.trim().length >= QUESTION_MIN_LENGTH && edit.answer.trim() !== '')
  const accept = () => (isWhole ? onAccept(edit) : undefined)
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
        <AnswerButton kind="ink" words="Accept" question={question} isBusy={isBusy || !isWhole} onPress={accept} />
        {edit === undefined ? (
          <AnswerButton words="Edit" question={question} onPress={() => setEdit({ question, answer })} />
        ) : (
          <AnswerButton words="Leave as it is" question={question} onPress={() => setEdit(undefined)} />
        )}
        <AnswerButton kind="quiet" words="Dismiss" question={question} isBusy={isBusy} onPress={onDismiss} />
      </div>
    </li>
  )
}

interface GoneAnswersProps {
  answers: KnowledgeSource['gone']
  /** Whether the source is a page; otherwise it is a file. */
  isPage: boolean
  isBusy: boolean
  onRemove: (id: string) => void
  onKeep: (id: string) => void
}

/** Answers that the assistant still gives although their source no longer has them. */
export function GoneAnswers({ answers, isPage, isBusy, onRemove, onKeep }: GoneAnswersProps) {
  return (
    <div className="grid gap-2.5">
      <p className="font-semibold">No longer {isPage ? 'on the page' : 'in the file'}</p>
      <ul className="grid gap-3">
        {answers.map(({ id, question, answer }) => (
          <li key={id} className="grid gap-2 rounded-card bg-raised p-3.5 sm:p-4">
            <p className="font-semibold wrap-anywhere">{question}</p>
            <p className="wrap-anywhere">{answer}</p>
            <div className="mt-1 flex flex-wrap gap-2">
              <AnswerButton
                kind="ink"
                words="Remove"
                question={question}
                isBusy={isBusy}
                onPress={() => onRemove(id)}
              />
              <AnswerButton words="Keep" question={question} isBusy={isBusy} onPress={() => onKeep(id)} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface AnswerButtonProps {
  kind?: 'ink' | 'quiet'
  words: string
  question: string
  isBusy?: boolean
  onPress: () => void
}

function AnswerButton({ kind, words, question, isBusy, onPress }: AnswerButtonProps) {
  return (
    <Button
      size="small"
      kind={kind}
      className="max-sm:px-3.5!"
      aria-label={`${words}: ${question}`}
      aria-disabled={isBusy}
      onClick={onPress}
    >
      {words}
    </Button>
  )
}
