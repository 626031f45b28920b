import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../../server/src/infra/http/context.ts'
import { createCardMethod } from '../billing/attach-payment-method.ts'
import { cancelSubscription } from '../billing/cancel-subscription.ts'
import { changeItems, endingFields, periodOf } from '../billing/change-subscription.ts'
import { collectOpenInvoices } from '../billing/collect.ts'
import { save } from '../billing/lifecycle.ts'
import type { CardDetails, Stored } from '../kinds.ts'
import { noSuch, StripeError } from '../wire/stripe-error.ts'
import type { WirePrice } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'
import { cardFormSchema, judgeCard } from './card-form.ts'
import { goTo, page, writes, type Outcome, type PageDeps } from './page-answers.ts'
import { cancelPage, confirmPage, NOTICES, portalPage, type Notice } from './portal-page.ts'
import { isPutOff, readPortal, type PortalPlan, type PortalView } from './portal-view.ts'

const targetSchema = z.object({ subscription: z.string().max(100).default('') })
const switchSchema = z.object({ subscription: z.string().max(100).default(''), price: z.string().max(100).default('') })
const noticeSchema = z
  .enum(Object.keys(NOTICES) as [Notice, ...Notice[]])
  .optional()
  .catch(undefined)

type FlowType = 'subscription_cancel' | 'subscription_update' | 'payment_method_update'

const ROOT = '/sandbox/stripe/portal/:id/:code'

/** Where a customer looks after their own plan. The address is the key: it is long, and good for an hour. */
export function createPortalRoutes(deps: PageDeps): Hono<AppEnv> {
  const within = (
    c: Context<AppEnv>,
    task: (work: Work, view: PortalView) => Outcome | Promise<Outcome>,
  ): Promise<Response> =>
    writes(deps, c, async (work) =>
      task(work, await readPortal(work, c.req.param('id') ?? '', c.req.param('code') ?? '')),
    )
  /** Where the flow that the portal was opened for leads, else to the portal's own page. */
  const back = (view: PortalView, notice: Notice, done?: FlowType) => {
    const { flow } = view.session.data
    const address = flow && done && flow.type.startsWith(done) ? flow.after_completion.redirect?.return_url : undefined
    return goTo(deps, address ?? `${view.path}?done=${notice}`, NOTICES[notice])
  }

  return new Hono<AppEnv>()
    .get(ROOT, (c) =>
      within(c, (_, view) => {
        const notice = noticeSchema.parse(c.req.query('done'))
        return page((!notice && flowPage(view)) || portalPage(view, { notice }))
      }),
    )
    .get(`${ROOT}/cancel/:subscription`, (c) =>
      within(c, (_, view) => page(cancelPage(view, planIn(view, c.req.param('subscription') ?? '')))),
    )
    .post(`${ROOT}/cancel`, (c) =>
      within(c, async (work, view) => {
        const { subscription: id } = targetSchema.parse(await c.req.parseBody())
        return back(view, await cancelPlan(work, view, planIn(view, id)), 'subscription_cancel')
      }),
    )
    .post(`${ROOT}/keep`, (c) =>
      within(c, async (work, view) => {
        const { subscription } = planIn(view, targetSchema.parse(await c.req.parseBody()).subscription)
        const now = await work.nowOn(subscription.data.test_clock)
        const ending = subscription.data.cancel_at === null ? {} : endingFields(subscription.data, null, now)
        if (subscription.data.cancel_at !== null || subscription.hidden.scheduledPrice) {
          await save(work, subscription, ending, { scheduledPrice: null })
        }
        return back(view, 'kept')
      }),
    )
    .post(`${ROOT}/switch`, (c) =>
      within(c, async (work, view) => {
        const chosen = switchSchema.parse(await c.req.parseBody())
        const { subscription, choices, price: current } = planIn(view, chosen.subscription)
        const price = choices.find((one) => one.price.id === chosen.price)?.price
        if (!price) throw new StripeError('That plan can no longer be chosen.')
        if (isPutOff(view.features, current, price)) {
          await save(work, subscription, {}, { scheduledPrice: price })
          return back(view, 'later', 'subscription_update')
        }
        await switchNow(work, view, subscription, price)
        return back(view, 'switched', 'subscription_update')
      }),
    )
    .post(`${ROOT}/card`, (c) =>
      within(c, async (work, view) => {
        if (!view.features.payment_method_update.enabled) throw new StripeError('The card cannot be changed here.')
        const form = cardFormSchema.parse(await c.req.parseBody())
        const verdict = judgeCard(form, work.settings.clock())
        if (verdict.kind === 'refused') {
          const { errors } = verdict
          return page(portalPage(view, { cardErrors: errors, cardForm: form }), errors.all ? 402 : 422)
        }
        return back(view, await changeCard(work, view, verdict.card), 'payment_method_update')
      }),
    )
}

/** What is billed at once must be paid, or nothing changes. */
async function switchNow(work: Work, view: PortalView, before: Stored<'subscription'>, price: WirePrice) {
  const { proration_behavior: prorations, billing_cycle_anchor: anchor } = view.features.subscription_update
  const change = { id: before.data.items.data[0]?.id, price }
  const kept = before.hidden.scheduledPrice ? await save(work, before, {}, { scheduledPrice: null }) : before
  const { data } = await changeItems(work, kept, [change], prorations, { restarts: anchor === 'now' })
  const { latest_invoice: id } = data
  const billed = id !== null && id !== before.data.latest_invoice ? await work.find('invoice', id) : undefined
  if (billed?.data.status === 'open') throw new StripeError('Your card was declined.', { status: 402 })
}

/** The page of what the portal was opened for; undefined when that is done, or the portal's own page shows it. */
function flowPage(view: PortalView): string | undefined {
  const { flow } = view.session.data
  const findPlan = (id: string | undefined) => view.plans.find(({ subscription }) => subscription.id === id)
  const ending = findPlan(flow?.subscription_cancel?.subscription)
  if (ending && ending.subscription.data.cancel_at === null) return cancelPage(view, ending)
  const changing = findPlan(flow?.subscription_update_confirm?.subscription)
  const wanted = flow?.subscription_update_confirm?.items[0]?.price
  const choice = changing?.choices.find(({ price }) => price.id === wanted)
  return changing && choice && confirmPage(view, changing, choice)
}

function planIn(view: PortalView, id: string): PortalPlan {
  const plan = view.plans.find(({ subscription }) => subscription.id === id)
  if (!plan) throw noSuch('subscription', id, 'id')
  return plan
}

/**
 * With flexible billing the portal writes a date and leaves `cancel_at_period_end` false, as Stripe's does; with
 * classic billing it sets the boolean.
 */
async function cancelPlan(work: Work, view: PortalView, { subscription }: PortalPlan): Promise<Notice> {
  const { enabled, mode } = view.features.subscription_cancel
  if (!enabled) throw new StripeError('The plan cannot be canceled here.')
  if (mode === 'immediately' || subscription.data.status === 'incomplete') {
    await cancelSubscription(work, subscription)
    return 'ended'
  }
  if (subscription.data.cancel_at !== null) return 'canceled'
  const now = await work.nowOn(subscription.data.test_clock)
  const wholePeriod = subscription.data.billing_mode.type === 'classic'
  const ending = { at: Math.max(periodOf(subscription.data).end, now + 1), wholePeriod }
  await save(work, subscription, endingFields(subscription.data, ending, now))
  return 'canceled'
}

/** The new card pays for everything from now on, and first of all what is still owed. */
async function changeCard(work: Work, view: PortalView, card: CardDetails): Promise<Notice> {
  const { customer } = view
  const testClock = customer.data.test_clock ?? null
  const method = await createCardMethod(work, card, { customer: customer.id, testClock, email: customer.data.email })
  const settings = { ...customer.data.invoice_settings, default_payment_method: method.id }
  const changed = await work.update(customer, { data: { invoice_settings: settings } }, 'customer.updated')
  for (const { subscription } of view.plans) {
    if (subscription.data.default_payment_method === null) continue
    const data = { default_payment_method: method.id }
    await work.update(subscription, { data }, 'customer.subscription.updated')
  }
  const owes = view.invoices.some(({ data }) => data.status === 'open')
  const declined = await collectOpenInvoices(work, changed)
  return owes ? (declined ? 'unpaid' : 'paid') : 'card'
}
