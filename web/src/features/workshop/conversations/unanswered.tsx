import { KNOWLEDGE_MAX_PAIRS, QUESTION_MAX_LENGTH } from '#contract/own-assistant-limits.ts'
import type { UnansweredQuestion } from '#contract/conversations.ts'
import { capitalised } from '#contract/written-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api, reading } from '../../../lib/api.ts'
import { formatDay } from '../../../lib/formatting.ts'
import { notify } from '../../../lib/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckedForm } from '../../../ui/checked-form.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import type { Draft } from '../draft/use-draft.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { attempt } from '../../../lib/notify-failure.ts'
import { useBusy } from '../../../lib/use-busy.ts'

const questionsApi = api.api['own-assistants'][':id'].questions

interface UnansweredProps {
  assistant: { id: string; name: string }
  draft: Draft
  isKept: boolean
}

/** Visitors' questions that got no answer, the most frequent first. The owner can answer each one here. */
export function Unanswered({ assistant, draft, isKept }: UnansweredProps) {
  const { id, name } = assistant
  const query = useQuery(reading(questionsApi, { param: { id } }))
  const [open, setOpen] = useState<string | null>(null)
  const [added, setAdded] = useState<string | null>(null)

  const settle = ({ turns }: UnansweredQuestion) =>
    attempt('It is still listed', async () => {
      await questionsApi.handled.$post({ param: { id }, json: { turns } })
      await query.refetch()
    })
  const answer = async (question: UnansweredQuestion, pair: { question: string; answer: string }) => {
    // An earlier attempt may have added the question without saving it; it must not be added twice.
    const pairs = draft.form.getValues('pairs').filter((each) => each.question !== pair.question)
    if (pairs.length >= KNOWLEDGE_MAX_PAIRS) {
      notify({ kind: 'error', title: 'Not added', description: `${name} already has as many answers as it can have.` })
      return
    }
    draft.form.setValue('pairs', [...pairs, pair], { shouldDirty: true })
    if (!(await draft.flush())) {
      notify({
        kind: 'error',
        title: 'Not saved yet',
        description: 'The answer is in the draft on this page. Please try again.',
      })
      return
    }
    setAdded(pair.question)
    // Meanwhile, the owner may have gone on to another question.
    setOpen((now) => (now === question.said ? null : now))
    await settle(question)
  }

  return (
    <section aria-labelledby="unanswered-heading" className="grid max-w-3xl gap-5">
      <div>
        <h2 id="unanswered-heading" className="text-2xl sm:text-3xl">
          What {name} could not answer
        </h2>
        <p className="mt-2 text-ink-soft">From kept conversations. Similar questions are counted together.</p>
      </div>
      {added === null ? null : (
        <p role="status" className="rounded-card bg-sunk px-4 py-3">
          “{added}” is in your draft.{' '}
          <Link className="font-semibold underline" to={`/assistants/${id}/talk`}>
            Try it in Talk
          </Link>
          , then publish it.
        </p>
      )}
      <Loaded query={query} otherwise="The questions could not be shown. Please try again.">
        {({ questions }) =>
          questions.length === 0 ? (
            <p className="rounded-card bg-sunk px-4 py-4">
              {isKept
                ? 'Nothing is left to answer.'
                : 'Questions are shown here once you keep conversations, under Keeping.'}
            </p>
          ) : (
            <ul className="divide-y divide-line border-y border-line">
              {questions.map((question) => {
                const { said, count, lastAt, variants } = question
                return (
                  <li key={said} className="grid gap-3 py-4">
                    <div>
                      <p className="text-lg font-semibold wrap-anywhere">{said}</p>
                      <p className="text-[0.9375rem] text-ink-soft">
                        {count === 1 ? 'Asked once' : `Asked ${count} times`}, last on {formatDay(lastAt)}
                      </p>
                      {variants.length === 0 ? null : (
                        <p className="text-[0.9375rem] wrap-anywhere text-ink-soft">Also: {variants.join(' · ')}</p>
                      )}
                    </div>
                    {open === said ? (
                      <AnswerForm
                        said={said}
                        onAnswer={(pair) => answer(question, pair)}
                        onCancel={() => setOpen(null)}
                      />
                    ) : (
                      <div className="flex flex-wrap gap-3">
                        <Button kind="ink" size="small" aria-label={`Answer it: ${said}`} onClick={() => setOpen(said)}>
                          Answer it
                        </Button>
                        <Button size="small" aria-label={`Dismiss: ${said}`} onClick={() => void settle(question)}>
                          Dismiss
                        </Button>
                      </div>
                    )}
                  </li>
                )
              })}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

interface AnswerFormProps {
  said: string
  onAnswer: (pair: { question: string; answer: string }) => Promise<void>
  onCancel: () => void
}

function AnswerForm({ said, onAnswer, onCancel }: AnswerFormProps) {
  const [question, setQuestion] = useState(() => asQuestion(said))
  const [answer, setAnswer] = useState('')
  const [isMissed, setMissed] = useState(false)
  const { isBusy, run } = useBusy()
  const submit = () => {
    const isFilled = question.trim().length >= 3 && answer.trim() !== ''
    setMissed(!isFilled)
    if (isFilled) void run(() => onAnswer({ question: question.trim(), answer: answer.trim() }))
  }
  return (
    <CheckedForm className="grid gap-3" onSubmit={submit}>
      <Field
        label="Question"
        maxLength={QUESTION_MAX_LENGTH}
        value={question}
        error={isMissed && question.trim().length < 3 ? 'Write the question.' : undefined}
        onChange={({ target }) => setQuestion(target.value)}
      />
      <TextArea
        label="Answer"
        rows={3}
        hint="Use short sentences: the answer is spoken."
        value={answer}
        error={isMissed && answer.trim() === '' ? 'Write the answer.' : undefined}
        onChange={({ target }) => setAnswer(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="ink" size="small" aria-disabled={isBusy}>
          Add to the draft
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </CheckedForm>
  )
}

/** Writes recognised words as a question: with a capital letter and a question mark. */
function asQuestion(said: string): string {
  const begun = capitalised(said.trim().slice(0, QUESTION_MAX_LENGTH - 1))
  return /[.?!]$/.test(begun) ? begun : `${begun}?`
}
