import { useWatch, type UseFormReturn, type Control } from 'react-hook-form'
import UserRound from 'lucide-react/icons/user-round'
import { REST_MOUTH } from '#portrait/pose.ts'
import { Button } from '../../../ui/button.tsx'
import { isEmptyForm, type AssistantForm } from './assistant-form.ts'
import { IdentityFields } from './identity-fields.tsx'
import { KnowledgeFields } from './knowledge-fields.tsx'
import { LivingPortrait } from '../../../ui/living-portrait.tsx'

interface AssistantFieldsProps {
  form: UseFormReturn<AssistantForm>
  /** Receives a complete form. When it fails, it sets the reasons as the form's errors. */
  onSubmit: (form: AssistantForm) => Promise<void>
  onStartOver: () => void
  onCancel: () => void
}

/** The form of an own assistant, beside a preview. */
export function AssistantFields({ form, onSubmit, onStartOver, onCancel }: AssistantFieldsProps) {
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(onSubmit)

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_20rem]">
        <div className="grid gap-5">
          <IdentityFields form={form} />
          <KnowledgeFields form={form} />
          <StartOver form={form} onPress={onStartOver} />
        </div>
        <div className="hidden self-stretch lg:block">
          <SamplePreview control={form.control} />
        </div>
      </div>
      <div className="sticky -bottom-5 -mx-5 mt-7 -mb-5 border-t border-line bg-paper px-5 py-4 sm:-bottom-7 sm:-mx-8 sm:-mb-7 sm:px-8">
        {/* The error is shown above the buttons, which always stay visible. */}
        <div role="alert" className="mb-3 max-h-[40dvh] overflow-y-auto empty:hidden">
          {errors.root?.message === undefined ? null : <p className="font-medium text-danger">{errors.root.message}</p>}
        </div>
        <div className="flex justify-end gap-3">
          <Button className="max-sm:flex-1" onClick={onCancel}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" aria-disabled={isSubmitting} className="max-sm:flex-1">
            {isSubmitting ? 'Sending...' : 'Submit Assistant'}
          </Button>
        </div>
      </div>
    </form>
  )
}

/**
 * Watches all fields and re-renders on each keystroke. A component of its own, so that long lists of questions don't.
 */
function StartOver({ form, onPress }: { form: UseFormReturn<AssistantForm>; onPress: () => void }) {
  useWatch({ control: form.control })
  if (isEmptyForm(form.getValues())) return null
  return (
    <Button kind="quiet" size="dense" className="-ml-4 justify-self-start" onClick={onPress}>
      Start over
    </Button>
  )
}

/** A preview of the assistant: its photo in the arch, its name and its first message. */
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
        <LivingPortrait
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
