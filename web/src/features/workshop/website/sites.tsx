import type { OwnAssistant } from '#contract/own-assistant.ts'
import { readSite, type AssistantSite, type Website } from '#contract/website.ts'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { api, successBody } from '../../../lib/api.ts'
import { failureWords, hasCode } from '../../../lib/api-problem.ts'
import { formatMoment } from '../../../lib/formatting.ts'
import { notify } from '../../../lib/notify.ts'
import { useBusy } from '../../../lib/use-busy.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckedForm } from '../../../ui/checked-form.tsx'
import { Field } from '../../../ui/field.tsx'
import { ToneBadge } from '../../../ui/tone-badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

const { sites: allowed } = api.api['own-assistants'][':id'].website

interface SitesProps {
  assistant: Pick<OwnAssistant, 'id' | 'name'>
  sites: readonly AssistantSite[]
  onChanged: (website: Website) => void
}

/** The websites that may show the assistant, and whether its script has reported from there. */
export function Sites({ assistant, sites, onChanged }: SitesProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { isBusy, run } = useBusy()
  /** For screen readers, since the list changes out of sight. */
  const [said, setSaid] = useState('')

  const param = { id: assistant.id }
  const change = async (act: () => Promise<Website>, otherwise: string): Promise<boolean> => {
    try {
      onChanged(await act())
      return true
    } catch (error) {
      const words = failureWords(error, otherwise)
      if (hasCode(error, 'bad-request')) setProblem(words)
      else notify({ kind: 'error', title: 'Your websites were not changed', description: words })
      return false
    }
  }
  const add = async () => {
    const read = readSite(typed)
    setProblem('problem' in read ? read.problem : null)
    if ('problem' in read) return
    const allow = () => successBody(allowed.$post({ param, json: { site: read.pattern } }))
    if (!(await change(allow, 'Nothing was changed. Please try again.'))) return
    setTyped((now) => (now === typed ? '' : now))
    setSaid(`${read.pattern} is allowed.`)
  }
  const remove = async (origin: string) => {
    const forbid = () => successBody(allowed.$delete({ param, query: { origin } }))
    const isRemoved = await change(forbid, `${origin} is still allowed. Please try again.`)
    if (isRemoved) setSaid(`${origin} is no longer allowed.`)
  }

  return (
    <section aria-labelledby="sites-heading">
      <h2 id="sites-heading" className="text-2xl sm:text-3xl">
        Your websites
      </h2>
      <p className="mt-2 max-w-[68ch] wrap-anywhere text-ink-soft">
        Only the websites in this list can show {assistant.name} and start calls on your minutes.
      </p>
      {sites.length === 0 ? null : (
        <ul className="mt-5 divide-y divide-line border-y border-line">
          {sites.map(({ origin, lastSeenAt }) => (
            <li key={origin} className="flex items-center gap-x-2 py-2">
              <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-1.5">
                <span className="min-w-0 grow font-semibold wrap-anywhere">{origin}</span>
                {lastSeenAt === null ? (
                  <ToneBadge tone="grey">Not seen there yet</ToneBadge>
                ) : (
                  <span className="flex flex-wrap items-center gap-2 text-[0.9375rem] text-ink-soft">
                    <ToneBadge tone="green">Seen on your site</ToneBadge>
                    <time dateTime={lastSeenAt}>{formatMoment(lastSeenAt)}</time>
                  </span>
                )}
              </div>
              <IconButton
                aria-label={`Remove ${origin}`}
                title="Remove"
                aria-disabled={isBusy}
                className="hover:bg-sunk"
                onClick={() => void run(() => remove(origin))}
              >
                <X aria-hidden className="size-5" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      <CheckedForm className="mt-5 flex max-w-xl flex-wrap items-start gap-3" onSubmit={() => void run(add)}>
        <div className="min-w-0 grow basis-40">
          <Field
            label="Address of a website"
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://shop.example"
            hint="https://*.shop.example allows all of its subdomains."
            error={problem ?? undefined}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setProblem(null)
            }}
          />
        </div>
        <Button type="submit" kind="ink" className="min-h-12 min-[24rem]:mt-7" aria-disabled={isBusy}>
          Allow
        </Button>
      </CheckedForm>
    </section>
  )
}
