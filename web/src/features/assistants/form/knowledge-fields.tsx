import {
  ANSWER_MAX_LENGTH,
  KNOWLEDGE_MAX_PAIRS,
  NOTES_MAX_LENGTH,
  QUESTION_MAX_LENGTH,
} from '#contract/own-assistant-limits.ts'
import { readNotes } from '#contract/own-knowledge.ts'
import Trash2 from 'lucide-react/icons/trash-2'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { useFieldArray, useWatch, type UseFormReturn } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import type { AssistantForm } from './assistant-form.ts'
import { CsvImport } from './csv-import.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { keepFocus } from '../../../ui/keep-focus.ts'

/** The assistant's knowledge: questions with answers, and a text in which answers are found. */
export function KnowledgeFields({ form }: { form: UseFormReturn<AssistantForm> }) {
  const titleId = useId()
  const { errors, touchedFields, submitCount } = form.formState
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'pairs' })
  const [said, setSaid] = useState('')
  // Pairs that existed at the last submission show their errors; pairs added since are still being filled in.
  const [submitted, setSubmitted] = useState({ submitCount, pairs: fields.length })
  if (submitted.submitCount !== submitCount) setSubmitted({ submitCount, pairs: fields.length })
  const errorOf = (index: number, name: 'question' | 'answer') =>
    index < submitted.pairs || touchedFields.pairs?.[index]?.[name] ? errors.pairs?.[index]?.[name]?.message : undefined

  return (
    <section
      ref={keepFocus}
      aria-labelledby={titleId}
      className="relative grid gap-5 rounded-[20px] border border-line p-4 sm:p-5"
    >
      <div>
        <h3 id={titleId} className="flex items-baseline justify-between gap-4 text-xl">
          What it knows
          <span className="font-sans text-[0.9375rem] font-normal tracking-normal text-ink-soft">Optional</span>
        </h3>
        <p className="mt-1.5 text-[0.9375rem] text-ink-soft">
          The questions people ask you, with your answers. The assistant answers in your words.
        </p>
      </div>
      {fields.length === 0 ? null : (
        <ol className="grid gap-4">
          {fields.map((field, index) => (
            <li
              key={field.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-3 rounded-card bg-sunk p-4"
            >
              <Field
                label={`Question ${index + 1}`}
                autoComplete="off"
                maxLength={QUESTION_MAX_LENGTH}
                error={errorOf(index, 'question')}
                {...form.register(`pairs.${index}.question`)}
              />
              <div className="col-span-2">
                <TextArea
                  label={`Answer ${index + 1}`}
                  rows={2}
                  maxLength={ANSWER_MAX_LENGTH}
                  error={errorOf(index, 'answer')}
                  {...form.register(`pairs.${index}.answer`)}
                />
              </div>
              {/* After the answer, so that Tab leads from the question to the answer and not to its removal. */}
              <IconButton
                aria-label={`Remove question ${index + 1}`}
                className="col-start-2 row-start-1 -mt-1.5 -mr-1.5 hover:bg-raised"
                onClick={() => {
                  remove(index)
                  if (index < submitted.pairs) setSubmitted({ submitCount, pairs: submitted.pairs - 1 })
                  setSaid(`Question ${index + 1} was removed.`)
                }}
              >
                <Trash2 aria-hidden className="size-4.5" />
              </IconButton>
              {field.source === undefined ? null : <KnowledgeOrigin source={field.source} />}
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button
          size="small"
          aria-disabled={fields.length >= KNOWLEDGE_MAX_PAIRS}
          onClick={() => append({ question: '', answer: '' })}
        >
          Add a question
        </Button>
        <CsvImport known={() => form.getValues('pairs')} onRead={(pairs) => append(pairs, { shouldFocus: false })} />
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      <NotesField form={form} />
    </section>
  )
}

/** Where an answer was read. The address is safe in a link: the server accepts only http and https. */
function KnowledgeOrigin({ source: { title, url } }: { source: { title: string; url: string | null } }) {
  return (
    <p className="col-span-2 text-sm wrap-anywhere text-ink-soft">
      From{' '}
      {url === null ? (
        <bdi>{title}</bdi>
      ) : (
        <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-4 hover:text-ink">
          <bdi>{title}</bdi>
        </a>
      )}
    </p>
  )
}

function NotesField({ form }: { form: UseFormReturn<AssistantForm> }) {
  const notes = useDeferredValue(useWatch({ control: form.control, name: 'notes' }))
  const words = useMemo(() => wordsOf(notes), [notes])
  return (
    <TextArea
      label="Text about your business"
      rows={5}
      maxLength={NOTES_MAX_LENGTH}
      hint={
        <>
          Paste what you have: opening hours, prices, a page of your website. Headings help to find things.
          {words === null ? null : <span className="mt-0.5 block font-medium text-ink">{words}</span>}
        </>
      }
      error={form.formState.errors.notes?.message}
      {...form.register('notes')}
    />
  )
}

/** Says what the assistant reads from the text. */
function wordsOf(notes: string): string | null {
  if (notes.trim() === '') return null
  const { pairs, passages } = readNotes(notes)
  const questions = pairs.length === 1 ? 'one question' : `${pairs.length} questions`
  const parts = passages.length === 1 ? 'one passage' : `${passages.length} passages`
  if (pairs.length === 0) return `Read as ${parts}.`
  return passages.length === 0 ? `Read as ${questions}.` : `Read as ${questions} and ${parts}.`
}
