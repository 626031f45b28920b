import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { changeName, failureNotice } from './account-client.ts'
import { nameFormSchema } from './account-forms.ts'
import { NameField } from './form-parts.tsx'

export function NameForm({ displayName }: { displayName: string }) {
  const form = useForm({ resolver: zodResolver(nameFormSchema), values: { name: displayName } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ name }) => {
    try {
      await changeName(name)
      notify({ kind: 'success', title: 'Your name is saved' })
    } catch (error) {
      notify(failureNotice(error, 'Your name could not be saved'))
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid content-start gap-4">
      <NameField error={errors.name?.message} {...form.register('name')} />
      <Button type="submit" disabled={isSubmitting} className="justify-self-start">
        {isSubmitting ? 'Saving...' : 'Save the name'}
      </Button>
    </form>
  )
}
