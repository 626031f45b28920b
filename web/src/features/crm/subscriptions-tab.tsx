import { clsx } from 'clsx'
import { CRM_TIERS, SUBSCRIBER_SORTS, type SubscriberSort } from '#contract/crm-lists.ts'
import { statusColour, SUBSCRIPTION_STATUSES, tierColour, usageAlert } from '#contract/subscription-status.ts'
import { Choice } from './toolbar.tsx'
import { useStats, useSubscribers, type Subscriber } from './crm-queries.ts'
import type { SubscribersView } from './crm-view.ts'
import type { Column } from './data-table.tsx'
import { formatDay, formatStatus } from '../../lib/formatting.ts'
import { formatCount, formatDollars, formatMinutes } from './format.ts'
import { CrmList, type CrmTabProps } from './crm-list.tsx'
import { StatCards } from './stat-cards.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'
import { ToneBadge } from '../../ui/tone-badge.tsx'
import { UsageBar } from '../../ui/usage-bar.tsx'

const COLUMNS: readonly Column<Subscriber, SubscriberSort>[] = [
  {
    head: 'Email',
    sort: { by: 'email', firstOrder: 'asc' },
    cell: (row) => (
      <span title={row.email} className="block max-w-58 truncate max-md:max-w-full">
        {row.email}
      </span>
    ),
  },
  {
    head: 'Status',
    sort: { by: 'status', firstOrder: 'asc' },
    cell: (row) => (
      <ToneBadge tone={statusColour(row.subscription_status)}>{formatStatus(row.subscription_status)}</ToneBadge>
    ),
  },
  {
    head: 'Tier',
    sort: { by: 'tier', firstOrder: 'asc' },
    cell: (row) => <ToneBadge tone={tierColour(row.subscription_tier)}>{row.subscription_tier}</ToneBadge>,
  },
  {
    head: 'Revenue',
    sort: { by: 'revenue', firstOrder: 'desc' },
    className: 'tabular-nums',
    cell: (row) => formatDollars(row.monthly_revenue),
  },
  { head: 'Usage', sort: { by: 'usage', firstOrder: 'desc' }, cell: (row) => <UsageCell row={row} /> },
  {
    head: 'Start Date',
    sort: { by: 'start', firstOrder: 'desc' },
    className: 'whitespace-nowrap',
    cell: (row) => <time dateTime={row.subscription_start}>{formatDay(row.subscription_start)}</time>,
  },
  {
    head: 'Actions',
    className: 'md:text-right',
    cell: (row, tabIndex) => <SubscriptionActions row={row} tabIndex={tabIndex} />,
  },
]

export function SubscriptionsTab({ view, onView, liveness }: CrmTabProps<SubscribersView>) {
  const query = useSubscribers(view)
  const figures = useStats().data?.subscribers
  return (
    <>
      <StatCards
        label="Subscription figures"
        stats={[
          { label: 'Total Subscribers', value: figures && formatCount(figures.total) },
          { label: 'Active Subscribers', value: figures && formatCount(figures.active) },
          { label: 'Monthly Revenue', value: figures && formatDollars(figures.monthlyRevenue) },
          {
            label: 'Usage Limit Exceeded',
            value: figures && formatCount(figures.limitExceeded),
            isAlert: (figures?.limitExceeded ?? 0) > 0,
          },
        ]}
      />
      <CrmList
        view={view}
        onView={onView}
        query={query}
        liveness={liveness}
        searchLabel="Search by email"
        emptyText="No subscribers found. Sync from Stripe to load your subscription data."
        filters={
          <>
            <Choice
              label="Status"
              value={view.status}
              none="Any status"
              options={SUBSCRIPTION_STATUSES.map((value) => ({ value, label: formatStatus(value) }))}
              onChoose={(status) => onView({ ...view, status, cursor: null })}
            />
            <Choice
              label="Tier"
              value={view.tier}
              none="Any tier"
              options={CRM_TIERS.map((value) => ({ value, label: value }))}
              onChoose={(tier) => onView({ ...view, tier, cursor: null })}
            />
          </>
        }
        caption="Subscriptions"
        keyboardHint="The arrow keys move from row to row. Enter leads to a row’s actions."
        columns={COLUMNS}
        usualSort={SUBSCRIBER_SORTS[0]}
      />
    </>
  )
}

/** Minutes used of the plan's minutes, with a bar until the limit is exceeded (spec section 9). */
function UsageCell({ row }: { row: Subscriber }) {
  const usage = {
    usedMinutes: row.current_usage_minutes,
    limitMinutes: row.monthly_limit_minutes,
    exceeded: row.limit_exceeded,
  }
  const used = formatMinutes(usage.usedMinutes)
  return (
    <div className="grid w-full max-w-44 min-w-28 gap-1.5">
      <span className={clsx('whitespace-nowrap tabular-nums', usage.exceeded && 'font-semibold text-danger')}>
        {usage.limitMinutes > 0 ? `${used} / ${formatMinutes(usage.limitMinutes)} min` : `${used} min`}
        {usage.exceeded ? <span className="block text-sm">Limit exceeded</span> : null}
      </span>
      <UsageBar usage={usage} tone={usageAlert(usage) === null ? 'green' : 'orange'} className="h-1.5" />
    </div>
  )
}
