import { TEAM_CODE_LENGTH } from '#contract/account-limits.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { authTabOf, type AuthTab } from '../../../lib/auth-link.ts'
import { TabList, TabPanel, Tabs, TabTrigger } from '../../../ui/tabs.tsx'
import { ForgottenForm } from './forgotten-form.tsx'
import { notify } from '../../../lib/notify.ts'
import { useBusy } from '../../../lib/use-busy.ts'
import { EmailField, NameField, NewPasswordField, SubmitButton, GivenPasswordField } from '../form-parts.tsx'
import { enterTeam, sendConfirmationAgain, signIn, signUp } from './auth-client.ts'
import { SIGN_UP_DONE, signUpFailure, isUnconfirmed, signInFailure, tellFailure } from './auth-notices.ts'
import { signInFormSchema, signUpFormSchema, teamFormSchema } from '../account-forms.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { LocalMailboxHint } from './local-mailbox-hint.tsx'

/** The forms of the three tabs. They are created above the tabs, since only the selected tab is mounted. */
function useAuthForms() {
  return {
    signIn: useForm({ resolver: zodResolver(signInFormSchema), defaultValues: { email: '', password: '' } }),
    signUp: useForm({
      resolver: zodResolver(signUpFormSchema),
      defaultValues: { displayName: '', email: '', password: '' },
    }),
    team: useForm({ resolver: zodResolver(teamFormSchema), defaultValues: { code: '' } }),
  }
}

type AuthForms = ReturnType<typeof useAuthForms>

interface AuthCardProps {
  tab: AuthTab
  onTabChange: (tab: AuthTab) => void
  onTeamEntered: () => void
}

/** A card with three tabs. Fields and errors are kept when the person switches tabs. */
export function AuthCard({ tab, onTabChange, onTeamEntered }: AuthCardProps) {
  const forms = useAuthForms()
  const [forgottenEmail, setForgottenEmail] = useState<string | null>(null)
  const [unconfirmedEmail, setUnconfirmedEmail] = useState<string | null>(null)
  const [mailSentTo, setMailSentTo] = useState<string | null>(null)

  return (
    <div className="rounded-[22px] border border-line bg-raised p-5 shadow-raised sm:p-8">
      {forgottenEmail !== null ? (
        <ForgottenForm email={forgottenEmail} onBack={() => setForgottenEmail(null)} />
      ) : (
        <Tabs value={tab} onValueChange={(value) => onTabChange(authTabOf(value))}>
          <TabList aria-label="Ways in">
            <TabTrigger value="sign-in">Sign In</TabTrigger>
            <TabTrigger value="sign-up">Sign Up</TabTrigger>
            <TabTrigger value="teams">TEAMS</TabTrigger>
          </TabList>
          <TabPanel value="sign-in" className="mt-6">
            <SignInForm
              form={forms.signIn}
              unconfirmedEmail={unconfirmedEmail}
              onUnconfirmed={setUnconfirmedEmail}
              onForgotten={setForgottenEmail}
            />
          </TabPanel>
          <TabPanel value="sign-up" className="mt-6">
            <SignUpForm form={forms.signUp} mailSentTo={mailSentTo} onMailSent={setMailSentTo} />
          </TabPanel>
          <TabPanel value="teams" className="mt-6">
            <TeamForm form={forms.team} onEntered={onTeamEntered} />
          </TabPanel>
        </Tabs>
      )}
    </div>
  )
}

interface SignUpFormProps {
  form: AuthForms['signUp']
  /** The address to which the confirmation mail was sent; null until then. */
  mailSentTo: string | null
  onMailSent: (email: string | null) => void
}

function SignUpForm({ form, mailSentTo, onMailSent }: SignUpFormProps) {
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (person) => {
    onMailSent(null)
    try {
      await signUp(person)
      onMailSent(person.email)
      notify(SIGN_UP_DONE)
    } catch (error) {
      notify(signUpFailure(error))
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <NameField error={errors.displayName?.message} {...form.register('displayName')} />
      <EmailField error={errors.email?.message} {...form.register('email')} />
      <NewPasswordField label="Password" error={errors.password?.message} {...form.register('password')} />
      <SubmitButton isBusy={isSubmitting} busy="Creating account...">
        Sign Up
      </SubmitButton>
      {mailSentTo === null ? null : <ResendConfirmation email={mailSentTo} />}
    </form>
  )
}

interface SignInFormProps {
  form: AuthForms['signIn']
  /** The address that a sign-in was refused for because it is not confirmed yet. */
  unconfirmedEmail: string | null
  onUnconfirmed: (email: string | null) => void
  onForgotten: (email: string) => void
}

/** After a successful sign-in nothing is done here: the session is stored, and the screen reacts to it. */
function SignInForm({ form, unconfirmedEmail, onUnconfirmed, onForgotten }: SignInFormProps) {
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (credentials) => {
    onUnconfirmed(null)
    try {
      await signIn(credentials)
    } catch (error) {
      if (isUnconfirmed(error)) onUnconfirmed(credentials.email)
      notify(signInFailure(error))
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <EmailField error={errors.email?.message} {...form.register('email')} />
      <GivenPasswordField label="Password" error={errors.password?.message} {...form.register('password')} />
      <SubmitButton isBusy={isSubmitting} busy="Signing in...">
        Sign In
      </SubmitButton>
      {unconfirmedEmail === null ? null : <ResendConfirmation email={unconfirmedEmail} />}
      <button
        type="button"
        className="min-h-11 justify-self-center px-2 text-[0.9375rem] text-ink-soft underline underline-offset-4 hover:text-ink"
        onClick={() => onForgotten(form.getValues('email'))}
      >
        Forgot your password?
      </button>
    </form>
  )
}

/** For an unconfirmed address: says where to find the link, and offers to send it again. */
function ResendConfirmation({ email }: { email: string }) {
  const { isBusy, run } = useBusy()

  const send = () => sendConfirmationAgain({ email }).then(() => notify(SIGN_UP_DONE), tellFailure)

  return (
    <div role="status" className="grid gap-3 rounded-card bg-sunk p-4 text-[0.9375rem]">
      <p>
        Open the link we sent to <strong className="wrap-anywhere">{email}</strong>, and press the button on its page.
      </p>
      <LocalMailboxHint />
      <Button size="dense" aria-disabled={isBusy} onClick={() => void run(send)} className="justify-self-start">
        {isBusy ? 'Sending...' : 'Send the link again'}
      </Button>
    </div>
  )
}

function TeamForm({ form, onEntered }: { form: AuthForms['team']; onEntered: () => void }) {
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(({ code }) => enterTeam(code).then(onEntered, tellFailure))

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
      <SubmitButton isBusy={isSubmitting} busy="Access CRM">
        Access CRM
      </SubmitButton>
    </form>
  )
}
