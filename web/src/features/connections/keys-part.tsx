import type { ApiKey, ApiScope, CreatedApiKey } from '#contract/api-keys.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, keyOf, reading, successBody } from '../../lib/api.ts'
import { failureWords } from '../../lib/api-problem.ts'
import { formatDay } from '../../lib/formatting.ts'
import { Button } from '../../ui/button.tsx'
import { takeFocus } from '../../ui/keep-focus.ts'
import { CheckedForm } from '../../ui/checked-form.tsx'
import { Field } from '../../ui/field.tsx'
import { Choices, SecretLine } from './connection-parts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { attempt, unlessGone } from '../../lib/notify-failure.ts'
import { useBusy } from '../../lib/use-busy.ts'

const SCOPE_WORDS: Readonly<Record<ApiScope, string>> = {
  'assistants:read': 'Read my assistants',
  'leads:read': 'Read messages and leads',
  'appointments:read': 'Read appointments',
  'conversations:read': 'Read conversations, with the words that are kept',
  'figures:read': 'Read figures',
}
const listed = api.api['api-keys']

export function KeysPart() {
  const query = useQuery(reading(listed, {}))
  const queryClient = useQueryClient()
  const readAgain = () => queryClient.invalidateQueries({ queryKey: keyOf(listed) })
  return (
    <section aria-labelledby="keys-heading">
      <h2 id="keys-heading" className="text-3xl">
        API keys
      </h2>
      <p className="mt-2 max-w-[68ch] text-ink-soft">
        With a key, your own program can read your data through our API. It cannot change anything.
      </p>
      <Loaded
        query={query}
        className="mt-6"
        otherwise="Your keys could not be shown. Nothing is lost; please try again."
      >
        {({ keys }) =>
          keys.length === 0 ? (
            <p className="mt-5 border-y border-line py-4">No keys yet.</p>
          ) : (
            <ul className="mt-5 divide-y divide-line border-y border-line">
              {keys.map((key) => (
                <li key={key.id} className="py-4">
                  <KeyItem apiKey={key} onRevoked={readAgain} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <NewKey onCreated={readAgain} />
    </section>
  )
}

function KeyItem({ apiKey, onRevoked }: { apiKey: ApiKey; onRevoked: () => Promise<unknown> }) {
  const { id, name, hint, scopes, createdAt, lastUsedAt } = apiKey
  const [isAsking, setAsking] = useState(false)
  const { isBusy, run } = useBusy()
  const revoke = async () => {
    const isRevoked = await attempt('The key still works', () =>
      unlessGone(() => listed[':id'].$delete({ param: { id } })),
    )
    if (isRevoked) await onRevoked()
  }
  return (
    <article aria-label={name} className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-0 grow basis-64">
        <h3 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">{name}</h3>
        <p className="text-[0.9375rem] text-ink-soft wrap-anywhere">
          <code>{hint}…</code> · {scopes.map((scope) => SCOPE_WORDS[scope].toLowerCase()).join(', ')}
        </p>
        <p className="text-[0.9375rem] text-ink-soft">
          Created {formatDay(createdAt)}, {lastUsedAt === null ? 'never used' : `last used ${formatDay(lastUsedAt)}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2.5">
        {isAsking ? (
          <>
            <Button kind="primary" aria-disabled={isBusy} onClick={() => void run(revoke)}>
              Revoke for good
            </Button>
            <Button ref={takeFocus} onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <Button aria-label={`Revoke ${name}…`} onClick={() => setAsking(true)}>
            Revoke…
          </Button>
        )}
      </div>
    </article>
  )
}

function NewKey({ onCreated }: { onCreated: () => Promise<unknown> }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<ApiScope[]>([])
  const [problems, setProblems] = useState<{ name?: string; scopes?: string }>({})
  const { isBusy, run } = useBusy()
  const [created, setCreated] = useState<CreatedApiKey | null>(null)

  const create = async () => {
    const found = {
      ...(name.trim() === '' ? { name: 'Give the key a name.' } : {}),
      ...(scopes.length === 0 ? { scopes: 'Choose at least one thing that the key may read.' } : {}),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    try {
      setCreated(await successBody(listed.$post({ json: { name, scopes } })))
      // What was changed in the meantime is for the next key.
      setName((now) => (now === name ? '' : now))
      setScopes((now) => (now === scopes ? [] : now))
      await onCreated()
    } catch (error) {
      setProblems({ name: failureWords(error, 'No key was created. Please try again.') })
    }
  }

  return (
    <>
      {created === null ? null : (
        <div role="status" className="mt-6 grid max-w-2xl gap-3 rounded-card bg-sunk px-4 py-4">
          <p>
            <strong>Copy the key “{created.name}” now.</strong> It is not shown again.
          </p>
          <SecretLine label="The key" text={created.key} />
          <Button className="justify-self-start" onClick={() => setCreated(null)}>
            I have copied it
          </Button>
        </div>
      )}
      <CheckedForm className="mt-8 grid max-w-2xl gap-5" onSubmit={() => void run(create)}>
        <h3 className="text-2xl">Create a key</h3>
        <Field
          label="Name of the key"
          autoComplete="off"
          maxLength={60}
          placeholder="Our booking system"
          error={problems.name}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Choices
          legend="What it may do"
          words={SCOPE_WORDS}
          chosen={scopes}
          onChange={setScopes}
          error={problems.scopes}
        />
        <Button type="submit" kind="ink" className="justify-self-start" aria-disabled={isBusy}>
          Create the key
        </Button>
      </CheckedForm>
    </>
  )
}
