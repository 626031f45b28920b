import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../../server/src/infra/http/context.ts'
import { expireSession } from '../resources/checkout-sessions.ts'
import type { Stored } from '../kinds.ts'
import { randomLetters } from '../wire/ids.ts'
import type { Work } from '../work.ts'
import { cardFormSchema, EMPTY_FORM, judgeCard, type CardForm, type FormErrors } from './card-form.ts'
import { challengePage, checkoutPage } from './checkout-page.ts'
import { completeCheckout, successAddress } from './complete-checkout.ts'
import { goTo, page, writes, type Outcome, type PageDeps } from './page-answers.ts'
import { messagePage } from './shell.ts'

const UNCONFIRMED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

const confirmSchema = z.object({ code: z.string().max(100), answer: z.enum(['yes', 'no']) })

type Session = Stored<'checkout.session'>

/** The hosted checkout. Everything that happens in it happens under the sandbox's one lock, so a second press pays nothing twice. */
export function createCheckoutRoutes(deps: PageDeps): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/sandbox/stripe/pay/:id', (c) =>
      writes(deps, c, async (work) => {
        const session = await currentSession(work, c.req.param('id'))
        return session.data.status === 'open' ? formPage(work, session, {}) : closedPage(session)
      }),
    )
    .post('/sandbox/stripe/pay/:id', (c) =>
      writes(deps, c, async (work) => {
        const session = await currentSession(work, c.req.param('id'))
        if (session.data.status !== 'open') return closed(deps, session)
        const form = cardFormSchema.parse(await c.req.parseBody())
        return pay(deps, work, session, form)
      }),
    )
    .get('/sandbox/stripe/pay/:id/confirm', (c) =>
      writes(deps, c, async (work) => {
        const session = await currentSession(work, c.req.param('id'))
        if (session.data.status !== 'open') return closedPage(session)
        const { challenge } = session.hidden
        return challenge ? page(challengePage(session, challenge)) : goTo(deps, `/sandbox/stripe/pay/${session.id}`)
      }),
    )
    .post('/sandbox/stripe/pay/:id/confirm', (c) =>
      writes(deps, c, async (work) => {
        const session = await currentSession(work, c.req.param('id'))
        if (session.data.status !== 'open') return closed(deps, session)
        const answer = confirmSchema.safeParse(await c.req.parseBody())
        const { challenge } = session.hidden
        if (!challenge || !answer.success || answer.data.code !== challenge.code) {
          return goTo(deps, `/sandbox/stripe/pay/${session.id}`)
        }
        if (answer.data.answer === 'yes') return closed(deps, await completeCheckout(work, session, challenge))
        const asked = await work.update(session, { hidden: { challenge: null } })
        return formPage(work, asked, { errors: { all: UNCONFIRMED }, status: 402 })
      }),
    )
}

async function pay(deps: PageDeps, work: Work, session: Session, typed: CardForm): Promise<Outcome> {
  const locked = await lockedEmail(work, session)
  const form = { ...typed, email: locked ?? typed.email }
  const verdict = judgeCard(form, work.settings.clock())
  const isEmail = z.email().safeParse(form.email).success
  const emailError: FormErrors = isEmail ? {} : { email: 'Enter an email address.' }
  if (verdict.kind === 'refused' || !isEmail) {
    const errors = { ...emailError, ...(verdict.kind === 'refused' ? verdict.errors : {}) }
    return formPage(work, session, { form, errors, status: errors.all ? 402 : 422 })
  }
  const { card, asksFirst } = verdict
  if (!asksFirst) return closed(deps, await completeCheckout(work, session, { card, email: form.email }))
  const challenge = { code: randomLetters(32), card, email: form.email }
  await work.update(session, { hidden: { challenge } })
  return goTo(deps, `/sandbox/stripe/pay/${session.id}/confirm`)
}

/** One whose time is over is closed when somebody comes to it. */
async function currentSession(work: Work, id: string): Promise<Session> {
  const session = await work.need('checkout.session', id)
  if (session.data.status !== 'open' || session.data.expires_at > work.realNow) return session
  await expireSession(work, session)
  return work.need('checkout.session', id)
}

/** The address of the customer, or the one that the shop gave; both are not the payer's to change. */
async function lockedEmail(work: Work, { data }: Session): Promise<string | null> {
  const customer = data.customer ? await work.find('customer', data.customer) : undefined
  return customer?.data.email ?? data.customer_email
}

async function formPage(
  work: Work,
  session: Session,
  { form, errors = {}, status = 200 }: { form?: CardForm; errors?: FormErrors; status?: 200 | 402 | 422 },
): Promise<Outcome> {
  const filled = form ?? { ...EMPTY_FORM, email: session.hidden.prefilledEmail ?? '' }
  const locked = await lockedEmail(work, session)
  return page(checkoutPage(session, { form: filled, errors, lockedEmail: locked, now: work.realNow }), status)
}

function closed(deps: PageDeps, session: Session): Outcome {
  const address = session.data.status === 'complete' ? successAddress(session.data) : null
  return goTo(deps, address ?? `/sandbox/stripe/pay/${session.id}`)
}

function closedPage({ data }: Session): Outcome {
  if (data.status === 'complete') {
    const address = successAddress(data)
    return page(
      messagePage({
        title: 'Paid',
        text: 'This checkout is complete, and your subscription has started. There is nothing left to pay.',
        link: address ? { href: address, label: 'Continue' } : undefined,
      }),
    )
  }
  return page(
    messagePage({
      title: 'This checkout has expired',
      text: 'Nothing was paid. Go back and choose your plan again.',
      link: data.cancel_url ? { href: data.cancel_url, label: 'Go back' } : undefined,
    }),
    410,
  )
}
