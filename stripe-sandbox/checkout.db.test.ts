import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createShop, createTestSandbox, MONTHLY, type TestSandbox } from './sandbox-testing.ts'

let box: TestSandbox
let stripe: Stripe
beforeAll(async () => {
  box = await createTestSandbox()
  stripe = box.stripe
})
afterAll(() => box.close())

const CARD = {
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Ann Example',
  email: 'ann@example.com',
}
const numbered = (number: string) => ({ ...CARD, number })

async function open(more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const { monthly } = await createShop(box)
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: monthly.id, quantity: 1 }],
    success_url: 'http://voxhall.test/account?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://voxhall.test/pricing',
    client_reference_id: 'user_1',
    metadata: { only: 'here' },
    subscription_data: { metadata: { plan: 'basic' } },
    ...more,
  })
  return { session, path: new URL(session.url ?? '').pathname, price: monthly }
}

const read = (id: string) =>
  stripe.checkout.sessions.retrieve(id, { expand: ['subscription.latest_invoice', 'customer'] })

async function alertOn(response: Response): Promise<string> {
  return /role="alert">([^<]*)</.exec(await response.text())?.[1]?.replaceAll('&#39;', "'") ?? ''
}

describe('a checkout', () => {
  it('has neither subscription nor customer before it is paid, and both afterwards', async () => {
    const { session, path, price } = await open()
    expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', subscription: null, customer: null })
    expect(session).not.toHaveProperty('line_items')
    const shown = await (await box.page(path)).text()
    for (const text of ['no real money moves', 'Subscribe to Basic', '$49.00', 'per month', '4242 4242 4242 4242']) {
      expect(shown).toContain(text)
    }
    expect(shown).not.toContain('<script')

    const paid = await box.page(path, CARD)
    expect(paid.status).toBe(303)
    expect(paid.headers.get('location')).toBe(`http://voxhall.test/account?session=${session.id}`)
    const done = await read(session.id)
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      client_reference_id: 'user_1',
      metadata: { only: 'here' },
      customer: { email: 'ann@example.com', name: 'Ann Example' },
      customer_details: { email: 'ann@example.com' },
      subscription: { status: 'active', metadata: { plan: 'basic' }, latest_invoice: { amount_paid: 4_900 } },
    })
    const items = await stripe.checkout.sessions.listLineItems(session.id)
    expect(items.data).toMatchObject([{ description: 'Basic', amount_total: 4_900, price: { id: price.id } }])
    const types = (await stripe.events.list({ limit: 20 })).data.map(({ type }) => type)
    for (const type of ['checkout.session.completed', 'customer.created', 'invoice.paid', 'payment_method.attached']) {
      expect(types).toContain(type)
    }
  })

  it('is paid once, however often the button is pressed', async () => {
    const { session, path } = await open({ customer_email: 'twice@example.com' })
    const answers = await Promise.all([box.page(path, CARD), box.page(path, CARD), box.page(path, CARD)])
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    const people = await stripe.customers.list({ email: 'twice@example.com' })
    expect(people.data).toHaveLength(1)
    const mine = await stripe.invoices.list({ customer: people.data[0]?.id ?? '' })
    expect(mine.data).toHaveLength(1)
    expect(await (await box.page(path)).text()).toContain('This checkout is complete')
    expect((await read(session.id)).status).toBe('complete')
  })

  it('gives its customer the name on the card only where that was asked for', async () => {
    const { customer } = await createShop(box)
    await box.page((await open({ customer: customer.id })).path, CARD)
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ name: null })
    const customer_update = { name: 'auto', address: 'auto' } as const
    await box.page((await open({ customer: customer.id, customer_update })).path, CARD)
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ name: 'Ann Example' })
    await expect(open({ customer_update })).rejects.toMatchObject({ param: 'customer_update' })
  })

  it('uses the customer that it was made for', async () => {
    const { customer } = await createShop(box)
    const { session, path } = await open({ customer: customer.id })
    expect(await (await box.page(path)).text()).toContain('value="ann@example.com" required readonly')
    await box.page(path, { ...CARD, email: 'someone-else@example.com' })
    const done = await read(session.id)
    expect(done.customer).toMatchObject({ id: customer.id, email: 'ann@example.com' })
    expect((await stripe.customers.list({ email: 'someone-else@example.com' })).data).toEqual([])
  })

  it.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000069', 'Your card has expired.'],
    ['4000000000000127', "Your card's security code is incorrect."],
  ])('with %s says: %s', async (number, text) => {
    const { session, path } = await open()
    const refused = await box.page(path, numbered(number))
    expect(refused.status).toBe(402)
    expect(await alertOn(refused)).toBe(text)
    expect(await read(session.id)).toMatchObject({ status: 'open', subscription: null, customer: null })
    expect((await box.page(path, CARD)).status).toBe(303)
  })

  it.each([
    [{ number: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
    [{ number: '' }, 'Enter a card number.'],
    [{ expiry: '02 / 26' }, 'Your card&#39;s expiration date is in the past.'],
    [{ expiry: '13 / 30' }, 'Your card&#39;s expiration date is incomplete.'],
    [{ cvc: '12' }, 'Your card&#39;s security code is incomplete.'],
    [{ name: ' ' }, 'Enter the name on the card.'],
    [{ email: 'nobody' }, 'Enter an email address.'],
    [{ number: '4111 1111 1111 1111' }, 'that is not a test card'],
  ])('refuses %o', async (wrong, text) => {
    const { session, path } = await open()
    const refused = await box.page(path, { ...CARD, ...wrong })
    expect([402, 422]).toContain(refused.status)
    expect(await refused.text()).toContain(text)
    expect((await read(session.id)).status).toBe('open')
  })

  it('takes the March card in March: a card is good to the end of its month', async () => {
    const { path } = await open()
    expect((await box.page(path, { ...CARD, expiry: '0326' })).status).toBe(303)
  })

  it('asks for a confirmation where the card wants one, and takes no for an answer', async () => {
    const { session, path } = await open()
    const asked = await box.page(path, numbered('4000002500003155'))
    expect(asked.headers.get('location')).toBe(`${path}/confirm`)
    const codeOf = async () =>
      /name="code" value="(\w+)"/.exec(await (await box.page(`${path}/confirm`)).text())?.[1] ?? ''
    const refused = await box.page(`${path}/confirm`, { code: await codeOf(), answer: 'no' })
    expect(await alertOn(refused)).toContain('We are unable to authenticate your payment method.')
    expect((await read(session.id)).status).toBe('open')
    await box.page(path, numbered('4000002500003155'))
    await box.page(`${path}/confirm`, { code: 'guessed', answer: 'yes' })
    expect((await read(session.id)).status).toBe('open')
    const confirmed = await box.page(`${path}/confirm`, { code: await codeOf(), answer: 'yes' })
    expect(confirmed.headers.get('location')).toContain('/account?session=')
    expect((await read(session.id)).status).toBe('complete')
  })

  it('expires by itself and by request, and then takes no money', async () => {
    const { session, path } = await open()
    const other = await open({ expires_at: box.nowSeconds() + 1_800 })
    expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null })
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 })
    await box.page(path, CARD)
    const shown = await box.page(path)
    expect(shown.status).toBe(410)
    expect(await shown.text()).toContain('This checkout has expired')
    await box.pass(1_801)
    expect(await read(other.session.id)).toMatchObject({ status: 'expired', subscription: null })
    const expired = await stripe.events.list({ type: 'checkout.session.expired' })
    expect(expired.data).toHaveLength(2)
  })

  it('with a trial costs nothing today', async () => {
    const { session, path } = await open({ subscription_data: { trial_period_days: 14 } })
    expect(session.amount_total).toBe(0)
    expect(await (await box.page(path)).text()).toContain('Start trial')
    await box.page(path, CARD)
    const done = await read(session.id)
    expect(done).toMatchObject({ payment_status: 'no_payment_required', subscription: { status: 'trialing' } })
  })

  it('goes on by a page of its own to another site, where a form may not lead', async () => {
    const { session, path } = await open({
      success_url: 'https://elsewhere.example/thanks?s={CHECKOUT_SESSION_ID}&a=1',
    })
    const answer = await box.page(path, CARD)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain(`url=https://elsewhere.example/thanks?s=${session.id}&amp;a=1`)
  })

  it('escapes what others named', async () => {
    const product = await stripe.products.create({ name: '<img src=x onerror=alert(1)>' })
    const price = await stripe.prices.create({ ...MONTHLY, product: product.id })
    const { path } = await open({ line_items: [{ price: price.id, quantity: 1 }] })
    expect(await (await box.page(path)).text()).not.toContain('<img')
  })
})

describe('a payment link', () => {
  it('opens a checkout that knows whose it is and the address to fill in', async () => {
    const { monthly } = await createShop(box)
    const link = await stripe.paymentLinks.create({
      line_items: [{ price: monthly.id, quantity: 1 }],
      after_completion: { type: 'redirect', redirect: { url: 'http://voxhall.test/account' } },
      metadata: { from: 'link' },
    })
    const visit = async (query: string) => {
      const answer = await box.page(`${new URL(link.url).pathname}${query}`)
      return answer.headers.get('location') ?? ''
    }
    const path = await visit('?client_reference_id=user_7&prefilled_email=bo%40example.com')
    expect(await (await box.page(path)).text()).toContain('value="bo@example.com" required')
    expect((await box.page(path, { ...CARD, email: 'bo@example.com' })).headers.get('location')).toBe(
      'http://voxhall.test/account',
    )
    const [session] = (await stripe.checkout.sessions.list({ payment_link: link.id })).data
    expect(session).toMatchObject({ client_reference_id: 'user_7', payment_link: link.id, metadata: { from: 'link' } })
    await visit('?client_reference_id=not%20allowed&prefilled_email=nonsense')
    const [odd] = (await stripe.checkout.sessions.list({ payment_link: link.id })).data
    expect(odd?.client_reference_id).toBeNull()
    await stripe.paymentLinks.update(link.id, { active: false })
    expect((await box.page(new URL(link.url).pathname)).status).toBe(410)
  })
})

describe('the portal', () => {
  async function portal() {
    const { customer, monthly, yearly } = await createShop(box)
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
    const { url } = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: 'http://voxhall.test/account',
    })
    return { id, customer, yearly, path: new URL(url).pathname, subscription: () => stripe.subscriptions.retrieve(id) }
  }

  it('cancels by date with the boolean false, as Stripe does with flexible billing, and takes that back', async () => {
    const { id, path, subscription } = await portal()
    expect(await (await box.page(path)).text()).toMatch(/Renews on [A-Z]/)
    expect(await (await box.page(`${path}/cancel/${id}`)).text()).toContain('You keep it until')
    await box.page(`${path}/cancel`, { subscription: id })
    const going = await subscription()
    expect(going).toMatchObject({ status: 'active', cancel_at_period_end: false })
    expect(going.cancel_at).toBe(going.items.data[0]?.current_period_end)
    expect(await (await box.page(`${path}?done=canceled`)).text()).toContain('Keep plan')
    await box.page(`${path}/keep`, { subscription: id })
    expect(await subscription()).toMatchObject({ cancel_at: null, canceled_at: null })
  })

  it('opens at what it was asked for, and leads to where the site wants it when that is done', async () => {
    const { customer, monthly, yearly } = await createShop(box)
    const { id, items } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
    const after_completion = { type: 'redirect', redirect: { return_url: 'http://voxhall.test/changed' } } as const
    const openFor = async (flow_data: Stripe.BillingPortal.SessionCreateParams.FlowData) =>
      stripe.billingPortal.sessions.create({ customer: customer.id, flow_data })
    const confirm = { subscription: id, items: [{ id: items.data[0]?.id ?? '', price: yearly.id }] }
    const change = await openFor({
      type: 'subscription_update_confirm',
      subscription_update_confirm: confirm,
      after_completion,
    })
    expect(change.flow).toMatchObject({ type: 'subscription_update_confirm', after_completion })
    const path = new URL(change.url).pathname
    expect(await (await box.page(path)).text()).toContain('Change to Basic?')
    const changed = await box.page(`${path}/switch`, { subscription: id, price: yearly.id })
    expect(changed.headers.get('location')).toBe('http://voxhall.test/changed')
    expect((await stripe.subscriptions.retrieve(id)).items.data[0]?.price.id).toBe(yearly.id)
    const end = await openFor({
      type: 'subscription_cancel',
      subscription_cancel: { subscription: id },
      after_completion,
    })
    expect(await (await box.page(new URL(end.url).pathname)).text()).toContain('Cancel Basic?')

    const stranger = await createShop(box)
    for (const [flow, problem] of [
      [{ type: 'subscription_cancel' }, { code: 'parameter_missing', param: 'flow_data[subscription_cancel]' }],
      [
        {
          type: 'subscription_update_confirm',
          subscription_update_confirm: { ...confirm, items: [{ id: 'si_none' }] },
        },
        { code: 'parameter_missing' },
      ],
      [{ type: 'subscription_pause' }, { param: 'flow_data[type]' }],
    ] as const) {
      await expect(openFor(flow as never)).rejects.toMatchObject(problem)
    }
    const theirs = { type: 'subscription_cancel', subscription_cancel: { subscription: id } } as const
    await expect(
      stripe.billingPortal.sessions.create({ customer: stranger.customer.id, flow_data: theirs }),
    ).rejects.toThrow(/does not belong to the customer/)
  })

  it('changes the plan and the card, and pays what is owed with the new one', async () => {
    const { id, path, yearly, subscription, customer } = await portal()
    await box.page(`${path}/switch`, { subscription: id, price: yearly.id })
    expect((await subscription()).items.data[0]?.price.id).toBe(yearly.id)
    const wrong = await box.page(`${path}/card`, numbered('4000000000000002'))
    expect(await alertOn(wrong)).toBe('Your card was declined.')
    const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: failing.id } })
    await box.pass(367 * 86_400)
    expect((await subscription()).status).toBe('past_due')
    const again = await stripe.billingPortal.sessions.create({ customer: customer.id })
    const saved = await box.page(`${new URL(again.url).pathname}/card`, CARD)
    expect(saved.headers.get('location')).toContain('done=paid')
    expect((await subscription()).status).toBe('active')
    const old = await box.page(path)
    expect(await old.text()).toContain('This page has expired')
  })

  it('opens for nobody who guesses', async () => {
    const { path, id } = await portal()
    const guessed = path.replace(/[^/]+$/, 'a'.repeat(40))
    expect((await box.page(guessed)).status).toBe(404)
    expect((await box.page(`${guessed}/cancel`, { subscription: id })).status).toBe(404)
  })

  it('shows invoices, and an open one can be paid there', async () => {
    const { monthly } = await createShop(box)
    const { customer } = await createShop(box, { card: 'pm_card_chargeCustomerFail' })
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: monthly.id }],
      expand: ['latest_invoice'],
    })
    const invoice = subscription.latest_invoice as Stripe.Invoice
    const path = new URL(invoice.hosted_invoice_url ?? '').pathname
    expect(await (await box.page(path)).text()).toContain('Pay $49.00')
    await box.page(path, CARD)
    expect(await (await box.page(path)).text()).toContain('<span class="badge">Paid</span>')
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  })
})
