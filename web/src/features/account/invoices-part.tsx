import type { ProviderInvoiceView } from '#contract/billing.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import type { StatusColour } from '#contract/subscription-status.ts'
import { api, reading } from '../../lib/api.ts'
import { formatDay, formatStatus } from '../../lib/formatting.ts'
import { ToneBadge } from '../../ui/tone-badge.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { MY_BILLING } from './use-watched-billing.ts'

/** 999, "usd" → "$9.99". `cents` counts the currency's smallest unit; for some currencies, that is the whole unit. */
export function formatAmount(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(cents / 10 ** digits)
}

const TONES = new Map<string, StatusColour>(Object.entries({ paid: 'green', open: 'yellow', uncollectible: 'red' }))

/** Colours of the payment provider's statuses; unknown ones are grey. */
export function invoiceTone(status: string): StatusColour {
  return TONES.get(status) ?? 'grey'
}

/** The provider calls an unpaid invoice "open". Beside a link, that word would look like "open the invoice". */
export function invoiceStatusWords(status: string): string {
  return status === 'open' ? 'Unpaid' : formatStatus(status)
}

const HEADS = [
  ['Date', 'pr-2 text-left sm:pr-4'],
  ['Amount', 'pr-2 text-right sm:pr-8'],
  ['Status', 'pr-2 text-left sm:pr-4'],
  ['Invoice', 'text-right'],
] as const
const CELL = 'py-3 pr-2 sm:pr-4'

/** All invoices, newest first, each with a link to its page at the payment provider. */
export function InvoicesPart() {
  const billing = useQuery(MY_BILLING)
  const plans = billing.data?.subscriptions ?? []
  const query = useQuery({
    ...reading(api.api.billing.invoices, {}),
    // Invoices are read again after a renewal, a change of plan or a first payment.
    queryKey: ['invoices', plans.map(({ id, priceId, status, periodStart }) => [id, priceId, status, periodStart])],
    placeholderData: keepPreviousData,
    enabled: !billing.isPending,
  })
  return (
    <Loaded
      query={query}
      loading="Loading your invoices..."
      otherwise="Your invoices could not be shown. They are kept; please try again."
    >
      {({ invoices }) => <Invoices invoices={invoices} />}
    </Loaded>
  )
}

function Invoices({ invoices }: { invoices: readonly ProviderInvoiceView[] }) {
  if (invoices.length === 0) return <p className="text-ink-soft">No invoices yet.</p>
  return (
    <table className="w-full border-collapse tabular-nums">
      <caption className="sr-only">Your invoices, newest first</caption>
      <thead>
        <tr className="border-b border-line-strong">
          {HEADS.map(([head, className]) => (
            <th key={head} scope="col" className={`pb-2.5 text-sm font-semibold text-ink-soft ${className}`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {invoices.map(({ id, number, date, status, totalCents, currency, url }) => (
          <tr key={id} className="border-b border-line">
            <td className={`${CELL} sm:whitespace-nowrap`}>{formatDay(date)}</td>
            <td className={`${CELL} text-right whitespace-nowrap sm:pr-8`}>{formatAmount(totalCents, currency)}</td>
            <td className={CELL}>
              <ToneBadge tone={invoiceTone(status)}>{invoiceStatusWords(status)}</ToneBadge>
            </td>
            <td className="py-1.5 text-right">
              {url === null ? (
                <span className="text-ink-soft">{number ?? 'No page'}</span>
              ) : (
                <a
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={`Invoice ${number ?? `of ${formatDay(date)}`}, opens in a new tab`}
                  className="inline-flex min-h-11 items-center gap-1.5 font-semibold underline underline-offset-4"
                >
                  <span className="max-sm:hidden">{number ?? 'Open'}</span>
                  <span className="sm:hidden">Open</span>
                  <ExternalLink aria-hidden className="size-4" />
                </a>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
