import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { completeSession, expireSession, openSession } from '../billing/checkouts.ts'
import { nameOf } from '../billing/invoices.ts'
import type { Stored } from '../kinds.ts'
import type { Store } from '../store.ts'
import { randomLetters } from '../wire.ts'
import { cardFormSchema, EMPTY_FORM, judgeCard, type CardForm, type FormErrors } from './card-form.ts'
import { challengePage, checkoutPage, type LineShown } from './checkout-page.ts'
import { answer, goTo, messagePage, show, type Outcome, type PageDeps } from './shell.ts'

const UNCONFIRMED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

const confirmSchema = z.object({ code: z.string().max(100), answer: z.enum(['yes', 'no']) })

/** The parameters that a payment link's address may have. Like Stripe, the sandbox silently drops invalid values. */
const linkQuerySchema = z.object({
  client_reference_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,200}$/)
    .optional()
    .catch(undefined),
  prefilled_email: z.email().optional().catch(undefined),
})

type Session = Stored<'checkout.session'>

const pathOf = ({ id }: Session) => `/sandbox/stripe/pay/${id}`

/** The hosted checkout, and the payment links that open one. Pressing the button twice pays only once. */
export function createCheckoutPages(deps: PageDeps): Hono {
  const within = (c: Context, task: (store: Store, session: Session) => Outcome | Promise<Outcome>) =>
    answer(deps, c, async (store) => task(store, await currentSession(store, c.req.param('id') ?? '')))

  return new Hono()
    .get('/sandbox/stripe/link/:id', (c) =>
      answer(deps, c, async (store) => {
        const link = await store.need('payment_link', c.req.param('id'))
        const query = linkQuerySchema.parse(c.req.query())
        const session = await openSession(
          store,
          { client_reference_id: query.client_reference_id ?? null, payment_link: link.id },
          { lineItems: link.hidden.lineItems, prefilledEmail: query.prefilled_email ?? null },
        )
        return goTo(store, pathOf(session))
      }),
    )
    .get('/sandbox/stripe/pay/:id', (c) =>
      within(c, (store, session) => (session.data.status === 'open' ? formPage(store, session) : closedPage(session))),
    )
    .post('/sandbox/stripe/pay/:id', (c) =>
      within(c, async (store, session) => {
        if (session.data.status !== 'open') return leave(store, session)
        return pay(store, session, cardFormSchema.parse(await c.req.parseBody()))
      }),
    )
    .get('/sandbox/stripe/pay/:id/confirm', (c) =>
      within(c, (store, session) => {
        const { challenge } = session.hidden
        return challenge ? show(challengePage(session, challenge)) : goTo(store, pathOf(session))
      }),
    )
    .post('/sandbox/stripe/pay/:id/confirm', (c) =>
      within(c, async (store, session) => {
        const given = confirmSchema.safeParse(await c.req.parseBody())
        const { challenge } = session.hidden
        if (session.data.status !== 'open') return leave(store, session)
        if (!challenge || given.data?.code !== challenge.code) return goTo(store, pathOf(session))
        if (given.data.answer === 'yes') return leave(store, await completeSession(store, session, challenge))
        const asked = await store.update(session, { hidden: { challenge: null } })
        return formPage(store, asked, { errors: { all: UNCONFIRMED }, status: 402 })
      }),
    )
}

async function pay(store: Store, session: Session, typed: CardForm): Promise<Outcome> {
  const form = { ...typed, email: (await lockedEmail(store, session)) ?? typed.email }
  const verdict = judgeCard(form, store.settings.clock())
  const emailError: FormErrors = z.email().safeParse(form.email).success ? {} : { email: 'Enter an email address.' }
  if (verdict.kind === 'refused') {
    const { status, errors } = verdict
    return formPage(store, session, { form, errors: { ...emailError, ...errors }, status })
  }
  if (emailError.email) return formPage(store, session, { form, errors: emailError, status: 422 })
  const { card, asksFirst } = verdict
  if (!asksFirst) return leave(store, await completeSession(store, session, { card, email: form.email }))
  await store.update(session, { hidden: { challenge: { code: randomLetters(32), card, email: form.email } } })
  return goTo(store, `${pathOf(session)}/confirm`)
}

/** Expires an overdue session, in case the sandbox's timer has not done so yet. */
async function currentSession(store: Store, id: string): Promise<Session> {
  const session = await store.need('checkout.session', id)
  const isLate = session.data.status === 'open' && session.data.expires_at <= store.realNow
  return isLate ? expireSession(store, session) : session
}

/** The address of the session's customer, which the payer can't change. */
async function lockedEmail(store: Store, { data }: Session): Promise<string | null> {
  return (await store.find('customer', data.customer))?.data.email ?? null
}

async function formPage(
  store: Store,
  session: Session,
  { form, errors = {}, status = 200 }: { form?: CardForm; errors?: FormErrors; status?: 200 | 402 | 422 } = {},
): Promise<Outcome> {
  const lines: LineShown[] = []
  for (const { price, quantity } of session.hidden.lineItems) {
    lines.push({ name: await nameOf(store, price), quantity, cents: price.unit_amount * quantity })
  }
  const filled = form ?? { ...EMPTY_FORM, email: session.hidden.prefilledEmail ?? '' }
  const locked = await lockedEmail(store, session)
  return show(checkoutPage(session, { lines, form: filled, errors, lockedEmail: locked }), status)
}

/** Where a closed session leads: back to the shop, or else to its own last page. */
function leave(store: Store, session: Session): Outcome {
  return goTo(store, successAddress(session) ?? pathOf(session))
}

/** Where a paid checkout leads; null when it shows its own confirmation. */
function successAddress({ id, data: { status, success_url: url } }: Session): string | null {
  if (status !== 'complete' || url === null) return null
  return url.replaceAll('{CHECKOUT_SESSION_ID}', id).replaceAll('%7BCHECKOUT_SESSION_ID%7D', id)
}

function closedPage(session: Session): Outcome {
  const { status, cancel_url: cancel } = session.data
  if (status === 'complete') {
    const href = successAddress(session)
    const text = 'This checkout is complete, and your subscription has started. There is nothing left to pay.'
    return show(messagePage({ title: 'Paid', text, link: href === null ? undefined : { href, label: 'Continue' } }))
  }
  const text = 'Nothing was paid. Go back and choose your plan again.'
  const link = cancel === null ? undefined : { href: cancel, label: 'Go back' }
  return show(messagePage({ title: 'This checkout has expired', text, link }), 410)
}
