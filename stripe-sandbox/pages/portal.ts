import { eq, inArray } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { isPutOff, switchPrice } from '../billing/changes.ts'
import { payingMethod, saveCard, payByDefault } from '../billing/customers.ts'
import { nameOf } from '../billing/invoices.ts'
import { collectDebts } from '../billing/lifecycle.ts'
import { endSubscription, isOver, periodOf, save } from '../billing/subscriptions.ts'
import type { Stored } from '../kinds.ts'
import type { CardDetails, Price } from '../objects.ts'
import { sandboxStripeObjects as objects } from '../schema.ts'
import type { Store } from '../store.ts'
import { noSuch, StripeError } from '../wire.ts'
import { cardFormSchema, judgeCard } from './card-form.ts'
import { cancelPage, NOTICES, portalPage, type Notice, type PortalPlan, type PortalView } from './portal-page.ts'
import { answer, goTo, show, type Outcome, type PageDeps } from './shell.ts'

const MAX_INVOICES = 24
const ROOT = '/sandbox/stripe/portal/:id/:code'

const id = z.string().max(100).default('')
const formSchema = z.object({ subscription: id, price: id })
const noticeSchema = z
  .enum(Object.keys(NOTICES) as [Notice, ...Notice[]])
  .optional()
  .catch(undefined)

/** The portal in which customers manage their plans. A visitor needs its long address, which is valid for an hour. */
export function createPortalPages(deps: PageDeps): Hono {
  const within = (c: Context, task: (store: Store, view: PortalView) => Outcome | Promise<Outcome>) =>
    answer(deps, c, async (store) =>
      task(store, await readPortal(store, c.req.param('id') ?? '', c.req.param('code') ?? '')),
    )
  /** Carries out what a plan's form asks for and shows the outcome. */
  const onPlan = (c: Context, task: (store: Store, plan: PortalPlan, price: string) => Promise<Notice>) =>
    within(c, async (store, view) => {
      const form = formSchema.parse(await c.req.parseBody())
      return goTo(store, `${view.path}?done=${await task(store, planIn(view, form.subscription), form.price)}`)
    })

  return new Hono()
    .get(ROOT, (c) =>
      within(c, (_, view) => show(portalPage(view, { notice: noticeSchema.parse(c.req.query('done')) }))),
    )
    .get(`${ROOT}/cancel/:subscription`, (c) =>
      within(c, (_, view) => show(cancelPage(view, planIn(view, c.req.param('subscription'))))),
    )
    .post(`${ROOT}/cancel`, (c) => onPlan(c, cancelPlan))
    .post(`${ROOT}/keep`, (c) =>
      onPlan(c, async (store, { subscription }) => {
        await save(store, subscription, { cancel_at: null, cancel_at_period_end: false }, { scheduledPrice: null })
        return 'kept'
      }),
    )
    .post(`${ROOT}/switch`, (c) => onPlan(c, changePlan))
    .post(`${ROOT}/card`, (c) =>
      within(c, async (store, view) => {
        const form = cardFormSchema.parse(await c.req.parseBody())
        const verdict = judgeCard(form, store.settings.clock())
        if (verdict.kind === 'refused') {
          return show(portalPage(view, { cardErrors: verdict.errors, cardForm: form }), verdict.status)
        }
        return goTo(store, `${view.path}?done=${await changeCard(store, view, verdict.card)}`)
      }),
    )
}

/** @throws {StripeError} 404 for a guessed address, 400 for an expired one */
async function readPortal(store: Store, sessionId: string, accessCode: string): Promise<PortalView> {
  const session = await store.need('billing_portal.session', sessionId)
  if (session.hidden.accessCode !== accessCode) throw noSuch('portal session', sessionId)
  if (session.hidden.expiresAt <= store.realNow) {
    throw new StripeError('This page has expired. Go back to the site and open it again.')
  }
  const customer = await store.need('customer', session.data.customer, 'customer')
  const configuration = await store.need('billing_portal.configuration', session.data.configuration, 'configuration')
  const soldIds = configuration.data.features.subscription_update.products.flatMap(({ prices }) => prices)
  const sold = await store.findAll('price', inArray(objects.id, soldIds))
  const ofCustomer = eq(objects.customer, customer.id)
  const plans: PortalPlan[] = []
  for (const subscription of await store.findAll('subscription', ofCustomer)) {
    if (!isOver(subscription.data.status)) plans.push(await readPlan(store, subscription, sold))
  }
  return {
    session,
    customer,
    plans,
    card: await payingMethod(store, customer, plans[0]?.subscription.data.default_payment_method),
    invoices: (await store.findAll('invoice', ofCustomer)).toReversed().slice(0, MAX_INVOICES),
    path: `/sandbox/stripe/portal/${sessionId}/${accessCode}`,
  }
}

async function readPlan(
  store: Store,
  subscription: Stored<'subscription'>,
  sold: readonly Stored<'price'>[],
): Promise<PortalPlan> {
  const { data, hidden } = subscription
  const price: Price | undefined = data.items.data[0]?.price
  const choices: PortalPlan['choices'] = []
  for (const { data: other } of sold) {
    if (!price || other.id === price.id || other.currency !== price.currency) continue
    choices.push({ price: other, name: await nameOf(store, other) })
  }
  return {
    subscription,
    name: price ? await nameOf(store, price) : 'Plan',
    price,
    choices: choices.toSorted((one, other) => one.price.unit_amount - other.price.unit_amount),
    scheduled: hidden.scheduledPrice ? await nameOf(store, hidden.scheduledPrice) : null,
  }
}

function planIn({ plans }: PortalView, subscriptionId: string): PortalPlan {
  const plan = plans.find(({ subscription }) => subscription.id === subscriptionId)
  if (!plan) throw noSuch('subscription', subscriptionId)
  return plan
}

/** Like Stripe's portal, sets `cancel_at` and leaves `cancel_at_period_end` false. */
async function cancelPlan(store: Store, { subscription }: PortalPlan): Promise<Notice> {
  const { data } = subscription
  if (data.status === 'incomplete') {
    await endSubscription(store, subscription)
    return 'ended'
  }
  if (data.cancel_at === null) {
    const now = await store.nowOn(data.test_clock)
    const end = Math.max(periodOf(data).end, now + 1)
    await save(store, subscription, { cancel_at: end, cancel_at_period_end: false })
  }
  return 'canceled'
}

async function changePlan(store: Store, plan: PortalPlan, wanted: string): Promise<Notice> {
  const { subscription, choices, price: current } = plan
  const price = choices.find((one) => one.price.id === wanted)?.price
  if (!price || !current) throw new StripeError('That plan can no longer be chosen.')
  if (isPutOff(current, price)) {
    await save(store, subscription, {}, { scheduledPrice: price })
    return 'later'
  }
  await switchPrice(store, subscription, price)
  return 'switched'
}

/** The new card pays everything from now on, beginning with the open invoices. */
async function changeCard(store: Store, { customer, plans }: PortalView, card: CardDetails): Promise<Notice> {
  const { id: default_payment_method } = await saveCard(store, card, customer)
  await payByDefault(store, customer, default_payment_method)
  for (const { subscription } of plans) {
    if (subscription.data.default_payment_method !== null) await save(store, subscription, { default_payment_method })
  }
  const outcome = await collectDebts(store, customer.id)
  return outcome === 'nothing' ? 'card' : outcome
}
