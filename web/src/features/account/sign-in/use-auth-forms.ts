import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { signInFormSchema, signUpFormSchema, teamFormSchema } from '../account-forms.ts'

/** The forms of the three tabs. They are created above the tabs, since only the selected tab is mounted. */
export function useAuthForms() {
  const signIn = useForm({ resolver: zodResolver(signInFormSchema), defaultValues: { email: '', password: '' } })
  const signUp = useForm({
    resolver: zodResolver(signUpFormSchema),
    defaultValues: { displayName: '', email: '', password: '' },
  })
  const team = useForm({ resolver: zodResolver(teamFormSchema), defaultValues: { code: '' } })
  return { signIn, signUp, team }
}

export type AuthForms = ReturnType<typeof useAuthForms>
