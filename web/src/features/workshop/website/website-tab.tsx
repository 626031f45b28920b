import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WorkshopTabProps } from '../workshop-tab-props.ts'
import { LookForm, readingWebsite } from './look-form.tsx'
import { Sites } from './sites.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { replaceRead } from '../../../ui/queries.tsx'
import { embedPagePath } from '#contract/embed.ts'
import { useRef, useState } from 'react'
import { copyTextOf } from '../../../lib/copy-text.ts'
import { siteAddress } from '../../../lib/page-meta.ts'
import { Button } from '../../../ui/button.tsx'

/** The interval of polling while the page is visible, in which "Seen on your site" appears. */
const REFRESH_MS = 5_000

export function WebsiteTab({ assistant }: WorkshopTabProps) {
  const queryClient = useQueryClient()
  const reads = readingWebsite(assistant.id)
  const query = useQuery({ ...reads, refetchInterval: REFRESH_MS })

  return (
    <Loaded query={query} isFresh otherwise="Your websites could not be shown. They are kept; please try again.">
      {(website) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10 sm:gap-12">
          {assistant.status === 'live' ? null : (
            <p className="rounded-card bg-sunk px-4 py-3 wrap-anywhere">
              {assistant.name} is not live, so your websites do not show it yet. You can set everything up now.
            </p>
          )}
          <Sites
            assistant={assistant}
            sites={website.sites}
            onChanged={(changed) => void replaceRead(queryClient, reads, changed)}
          />
          <LookForm assistant={assistant} saved={website} />
          <Snippet slug={assistant.slug} mode={website.look.mode} />
        </div>
      )}
    </Loaded>
  )
}

/**
 * The script tag to paste, an alternative without a script, and the sources that a strict content security policy must
 * allow.
 */
function Snippet({ slug, mode }: { slug: string; mode: 'button' | 'full' }) {
  const origin = new URL(siteAddress('/')).origin
  const target = mode === 'full' ? ` data-target-id="assistant"` : ''
  const tag = `<script src="${siteAddress('/embed.js')}" data-assistant="${slug}"${target} async></script>`
  return (
    <section aria-labelledby="snippet-heading">
      <h2 id="snippet-heading" className="text-2xl sm:text-3xl">
        The line to paste
      </h2>
      <p className="mt-2 max-w-[68ch] text-ink-soft">
        Paste it into your page, before {'</body>'}.{' '}
        {mode === 'full' ? 'The assistant appears in the element with the id “assistant”. ' : ''}
        Changes that you make above apply without changing this line.
      </p>
      <Code label="The tag" code={mode === 'full' ? `<div id="assistant"></div>\n${tag}` : tag} />
      <details className="mt-5">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">Without a script, as a frame</summary>
        <Code
          label="The frame"
          code={`<iframe src="${siteAddress(embedPagePath(slug))}" allow="microphone; autoplay" title="Talk with us" width="760" height="620"></iframe>`}
        />
      </details>
      <details className="mt-1">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">
          If your site has a content security policy
        </summary>
        <Code label="The policy" code={`script-src ${origin}; frame-src ${origin}; connect-src ${origin}`} />
      </details>
    </section>
  )
}

function Code({ label, code }: { label: string; code: string }) {
  const text = useRef<HTMLElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    if (await copyTextOf(text.current, 'Paste it into your page.')) setCopied(true)
  }
  return (
    <div className="mt-4 flex flex-wrap items-start gap-3">
      <pre
        aria-label={label}
        className="min-w-0 grow basis-72 overflow-x-auto rounded-card border border-line bg-sunk px-4 py-3 text-sm whitespace-pre-wrap wrap-anywhere"
      >
        <code ref={text}>{code}</code>
      </pre>
      <Button aria-label={`Copy: ${label.toLowerCase()}`} onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  )
}
