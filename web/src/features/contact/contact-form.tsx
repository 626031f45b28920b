import { CONTACT_TOPICS, type ContactTopic } from '#contract/contact-topics.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { problemOf } from '../../lib/api-fetch.ts'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import {
  isWorthKeeping,
  readDraft,
  writeDraft,
  contactFormSchema,
  EMPTY_FORM,
  type ContactFormValues,
} from './contact-form-schema.ts'
import { TOPIC_WORDS } from './topic-words.ts'

export interface ContactFormProps {
  /** False until the page is hydrated, since text typed earlier would be lost. */
  isReady: boolean
  /** The topic of the link that led here; it overrides the draft's. */
  topic: ContactTopic | null
  /** The signed-in person; typed text overrides their data. */
  person: { email: string; displayName: string } | null
  onSent: (message: ContactFormValues) => void
}

const TOPIC_OPTIONS = CONTACT_TOPICS.map(({ id, label }) => ({ value: id, label }))
const UNKNOWN_FAILURE = { title: 'That did not work', detail: 'Please try again in a moment.' }

/**
 * Must be remounted when `isReady` or `topic` changes, since the draft is read only on mounting. Remounting loses no
 * text.
 */
export function ContactForm({ isReady, topic, person, onSent }: ContactFormProps) {
  const [failure, setFailure] = useState<{ title: string; detail: string } | null>(null)
  const [initial] = useState<ContactFormValues>(() => {
    const draft = { ...EMPTY_FORM, ...(isReady ? readDraft() : null) }
    return { ...draft, about: topic ?? draft.about }
  })
  const form = useForm({ resolver: zodResolver(contactFormSchema), defaultValues: initial, mode: 'onTouched' })
  const { errors, isSubmitting } = form.formState
  const about = useWatch({ control: form.control, name: 'about' })

  useEffect(() => {
    if (person === null) return
    if (form.getValues('email') === '') form.setValue('email', person.email)
    if (form.getValues('name') === '') form.setValue('name', person.displayName)
  }, [form, person])

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => writeDraft(isWorthKeeping(values, person) ? values : null),
      }),
    [form, person],
  )

  const submit = form.handleSubmit(async (message) => {
    setFailure(null)
    try {
      await api.api.contact.$post({ json: message })
      writeDraft(null)
      onSent(message)
    } catch (error) {
      setFailure(problemOf(error) ?? UNKNOWN_FAILURE)
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="Write to us">
      <fieldset disabled={!isReady} className="grid gap-5">
        <SelectField
          label="What is it about?"
          required
          options={TOPIC_OPTIONS}
          error={errors.about?.message}
          {...form.register('about')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name" optional autoComplete="name" error={errors.name?.message} {...form.register('name')} />
          <Field
            label="Company"
            optional
            autoComplete="organization"
            error={errors.company?.message}
            {...form.register('company')}
          />
        </div>
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          hint="We answer to this address."
          error={errors.email?.message}
          {...form.register('email')}
        />
        <TextArea
          label="Message"
          required
          rows={7}
          hint={TOPIC_WORDS[about].hint}
          error={errors.message?.message}
          {...form.register('message')}
        />
        {/* A honeypot: hidden and inert, so that only programs fill it in. */}
        <div inert className="sr-only">
          <label>
            Website
            <input type="text" tabIndex={-1} autoComplete="off" {...form.register('website')} />
          </label>
        </div>
        {failure === null ? null : (
          <div role="alert" className="rounded-control border border-danger bg-raised p-4">
            <p className="font-semibold text-danger">{failure.title}</p>
            <p className="mt-1">{failure.detail} Your message is still here.</p>
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button kind="primary" size="large" type="submit" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Sending...' : 'Send message'}
          </Button>
          <p className="max-w-[34ch] text-sm text-ink-soft">
            We use it to answer you and for nothing else.{' '}
            <Link to="/privacy" className="inline-block min-h-6 underline underline-offset-4 hover:text-ink">
              Privacy
            </Link>
          </p>
        </div>
      </fieldset>
      <noscript>
        <p className="mt-4">This form needs JavaScript, which is switched off in your browser.</p>
      </noscript>
    </form>
  )
}
