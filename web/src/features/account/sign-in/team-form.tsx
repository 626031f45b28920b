import { TEAM_CODE_LENGTH } from '#contract/account-limits.ts'
import { notify } from '../../../lib/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { enterTeam } from './auth-client.ts'
import { teamFailure } from './auth-notices.ts'
import type { AuthForms } from './use-auth-forms.ts'

interface TeamFormProps {
  form: AuthForms['team']
  onEntered: () => void
}

export function TeamForm({ form, onEntered }: TeamFormProps) {
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await enterTeam(code)
      onEntered()
    } catch (error) {
      notify(teamFailure(error))
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <Field
        label="Access code"
        required
        maxLength={TEAM_CODE_LENGTH}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        hint="For members of the Voxhall team."
        className="font-semibold tracking-[0.3em]"
        error={errors.code?.message}
        {...form.register('code')}
      />
      <Button kind="primary" type="submit" disabled={isSubmitting} className="mt-2">
        Access CRM
      </Button>
    </form>
  )
}
