import type { ReactNode } from 'react'
import { useWatch, type UseFormReturn, type Control } from 'react-hook-form'
import UserRound from 'lucide-react/icons/user-round'
import { REST_MOUTH } from '#portrait/pose.ts'
import { Button } from '../../../ui/button.tsx'
import { EMPTY_FORM, isEmptyForm, type AssistantForm } from './assistant-form.ts'
import { IdentityFields } from './identity-fields.tsx'
import { KnowledgeFields } from './knowledge-fields.tsx'
import { TalkingPhoto } from '../../../ui/talking-photo.tsx'

interface AssistantFieldsProps {
  form: UseFormReturn<AssistantForm>
  /** On the button that sends it. */
  action: string
  /** Gets a complete form; what it could not do with it, it has set as the form's errors. */
  onSubmit: (form: AssistantForm) => Promise<void>
  onCancel: () => void
  canStartOver?: boolean
  /** What can be done about the form's own error; shown with it. */
  remedy?: ReactNode
}

/** The form of an own assistant, beside a picture of what becomes of it. */
export function AssistantFields(props: AssistantFieldsProps) {
  const { form, action, onSubmit, onCancel, canStartOver = false, remedy } = props
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(onSubmit)

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSubmitting) void submit(event)
      }}
    >
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_20rem]">
        <div className="grid gap-5">
          <IdentityFields form={form} />
          <KnowledgeFields form={form} />
          {canStartOver ? <StartOver form={form} /> : null}
        </div>
        <div className="hidden self-stretch lg:block">
          <SamplePreview control={form.control} />
        </div>
      </div>
      <div className="sticky -bottom-5 -mx-5 mt-7 -mb-5 border-t border-line bg-paper px-5 py-4 sm:-bottom-7 sm:-mx-8 sm:-mb-7 sm:px-8">
        {/* Beside the buttons, which are always in sight. */}
        <div role="alert" className="mb-3 max-h-[40dvh] overflow-y-auto empty:hidden">
          {errors.root?.message === undefined ? null : (
            <>
              <p className="font-medium text-danger">{errors.root.message}</p>
              {remedy}
            </>
          )}
        </div>
        <div className="flex justify-end gap-3">
          <Button className="max-sm:flex-1" onClick={onCancel}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" aria-disabled={isSubmitting} className="max-sm:flex-1">
            {isSubmitting ? 'Sending...' : action}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Looks at every letter that is typed, and is a part of its own so that a hundred questions need not be drawn anew. */
function StartOver({ form }: { form: UseFormReturn<AssistantForm> }) {
  useWatch({ control: form.control })
  if (isEmptyForm(form.getValues())) return null
  return (
    <Button kind="quiet" size="small" className="-ml-4 justify-self-start" onClick={() => form.reset(EMPTY_FORM)}>
      Start over
    </Button>
  )
}

/** How the assistant will stand in its arch: the photo, the name, and the first thing it says. */
function SamplePreview({ control }: { control: Control<AssistantForm> }) {
  const [photo, photoFace, name, firstMessage] = useWatch({
    control,
    name: ['photo', 'photoFace', 'assistantName', 'firstMessage'],
  })
  return (
    <section aria-label="How it will look" className="sticky top-0 rounded-[20px] bg-sunk p-6">
      {photo === null ? (
        <div className="arch mx-auto grid w-full max-w-56 place-items-center bg-raised">
          <UserRound aria-hidden strokeWidth={1} className="mt-6 size-24 text-line-strong" />
        </div>
      ) : (
        <TalkingPhoto
          src={photo.url}
          face={photoFace}
          alt=""
          momentOf={() => ({ mode: 'idle', mouth: REST_MOUTH })}
          className="mx-auto w-full max-w-56 bg-raised"
        />
      )}
      <p className="mt-4 text-center font-display text-2xl leading-tight font-semibold tracking-tight wrap-anywhere">
        {name.trim() || <span className="text-ink-soft">Your assistant</span>}
      </p>
      <p className="mt-3 rounded-card bg-raised px-4 py-3 text-center text-[0.9375rem] wrap-anywhere">
        {firstMessage.trim() || <span className="text-ink-soft">Its first message appears here.</span>}
      </p>
    </section>
  )
}
