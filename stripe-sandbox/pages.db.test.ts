import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createShop, createTestSandbox, type TestSandbox } from './sandbox-testing.ts'

let box: TestSandbox
let stripe: Stripe
let portalConfiguration = ''
const sold = { product: '', prices: [] as string[] }

beforeAll(async () => {
  box = await createTestSandbox()
  stripe = box.stripe
  const { product, monthly, better, yearly } = await createShop(box)
  Object.assign(sold, { product: product.id, prices: [monthly.id, better.id, yearly.id] })
  const { id } = await stripe.billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'always_invoice',
        billing_cycle_anchor: 'now',
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }] },
        products: [sold],
      },
    },
  })
  portalConfiguration = id
})
afterAll(() => box.close())

const DAY = 86_400
const CARD = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Ann', email: 'ann@example.com' }
const numbered = (number: string) => ({ ...CARD, number })

async function open(more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: sold.prices[0] ?? '', quantity: 1 }],
    success_url: 'http://voxhall.test/account?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://voxhall.test/pricing',
    ...more,
  })
  return {
    id: session.id,
    path: new URL(session.url ?? '').pathname,
    read: () => stripe.checkout.sessions.retrieve(session.id),
  }
}

async function show(path: string): Promise<string> {
  return (await box.page(path)).text()
}

async function alertOn(response: Response): Promise<string> {
  return /role="alert">([^<]*)</.exec(await response.text())?.[1]?.replaceAll('&#39;', "'") ?? ''
}

describe('a checkout', () => {
  it('has no subscription or customer until it is paid', async () => {
    const marks = { client_reference_id: 'user_1', metadata: { only: 'here' } }
    const { id, path, read } = await open({ ...marks, subscription_data: { metadata: { plan: 'basic' } } })
    expect(await read()).toMatchObject({ status: 'open', subscription: null, customer: null })
    const shown = await show(path)
    for (const text of ['no real money moves', 'Subscribe to Basic', '$49.00', 'per month', '4242 4242 4242 4242']) {
      expect(shown).toContain(text)
    }
    // It is March 2026, and a card is valid until the end of its month.
    const paid = await box.page(path, { ...CARD, expiry: '0326' })
    expect([paid.status, paid.headers.get('location')]).toEqual([303, `http://voxhall.test/account?session=${id}`])
    const done = await read()
    expect(done).toMatchObject({ ...marks, status: 'complete', url: null })
    expect(done.customer_details).toMatchObject({ email: CARD.email })
    const subscription = await stripe.subscriptions.retrieve(done.subscription as string)
    expect(subscription).toMatchObject({ status: 'active', customer: done.customer, metadata: { plan: 'basic' } })
    const listed = await stripe.checkout.sessions.list({ subscription: subscription.id })
    expect(listed.data.map((one) => one.id)).toEqual([id])
  })

  it('is paid only once, even if the button is pressed several times', async () => {
    const { path } = await open()
    const form = { ...CARD, email: 'twice@example.com' }
    const answers = await Promise.all([box.page(path, form), box.page(path, form), box.page(path, form)])
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    const { data } = await stripe.customers.list({ email: form.email })
    expect(data).toHaveLength(1)
    expect((await stripe.invoices.list({ customer: data[0]?.id ?? '' })).data).toHaveLength(1)
    const closed = await show(path)
    expect(closed).toContain('This checkout is complete')
    // The address of a checkout does not reveal who paid it.
    expect(closed).not.toContain(form.email)
  })

  it('uses the customer that it was created for, whose address the payer cannot change', async () => {
    const { customer } = await createShop(box)
    const { path, read } = await open({ customer: customer.id })
    expect(await show(path)).toContain('value="ann@example.com" required readonly')
    await box.page(path, { ...CARD, email: 'someone-else@example.com' })
    expect(await read()).toMatchObject({ customer: customer.id, customer_details: { email: 'ann@example.com' } })
  })

  it.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000000127', "Your card's security code is incorrect."],
  ])('with %s says: %s', async (number, text) => {
    const { path, read } = await open()
    const refused = await box.page(path, numbered(number))
    expect([refused.status, await alertOn(refused)]).toEqual([402, text])
    expect(await read()).toMatchObject({ status: 'open', subscription: null, customer: null })
    expect((await box.page(path, CARD)).status).toBe(303)
  })

  it.each([
    [{ number: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
    [{ expiry: '02 / 26' }, 'Your card&#39;s expiration date is in the past.'],
    [{ cvc: '12' }, 'Your card&#39;s security code is incomplete.'],
    [{ email: 'nobody' }, 'Enter an email address.'],
    [{ number: '4111 1111 1111 1111' }, 'that is not a test card'],
  ])('refuses %o', async (wrong, text) => {
    const { path, read } = await open()
    const refused = await box.page(path, { ...CARD, expiry: '0326', ...wrong })
    expect([402, 422]).toContain(refused.status)
    expect(await refused.text()).toContain(text)
    expect((await read()).status).toBe('open')
  })

  it('asks for a confirmation if the card requires one, which can be declined', async () => {
    const { path, read } = await open()
    const begin = () => box.page(path, numbered('4000002500003155'))
    const confirm = (code: string, answer: string) => box.page(`${path}/confirm`, { code, answer })
    const code = async () => /name="code" value="(\w+)"/.exec(await show(`${path}/confirm`))?.[1] ?? ''
    expect((await begin()).headers.get('location')).toBe(`${path}/confirm`)
    expect(await alertOn(await confirm(await code(), 'no'))).toMatch(/^We are unable to authenticate/)
    await begin()
    await confirm('guessed', 'yes')
    expect((await read()).status).toBe('open')
    expect((await confirm(await code(), 'yes')).headers.get('location')).toContain('/account?session=')
    expect((await read()).status).toBe('complete')
  })

  it('expires by time and by request, and then cannot be paid', async () => {
    const [told, left] = [await open(), await open()]
    expect(await stripe.checkout.sessions.expire(told.id)).toMatchObject({ status: 'expired', url: null })
    await expect(stripe.checkout.sessions.expire(told.id)).rejects.toMatchObject({ statusCode: 400 })
    await box.page(told.path, CARD)
    const shown = await box.page(told.path)
    expect([shown.status, await shown.text()]).toEqual([410, expect.stringContaining('This checkout has expired')])
    await box.pass(DAY + 1)
    expect(await left.read()).toMatchObject({ status: 'expired', subscription: null })
  })

  it('leads to another site by a page in between, because a form may not redirect there', async () => {
    const { id, path } = await open({ success_url: 'https://elsewhere.example/thanks?s={CHECKOUT_SESSION_ID}&a=1' })
    const answer = await box.page(path, CARD)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain(`url=https://elsewhere.example/thanks?s=${id}&amp;a=1`)
  })

  it('escapes names from outside', async () => {
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 1,
      recurring: { interval: 'month' },
      product_data: { name: '<img src=x onerror=alert(1)>' },
    })
    const { path } = await open({ line_items: [{ price: price.id }] })
    expect(await show(path)).not.toContain('<img')
  })

  it('is opened by a payment link, which names the payer and prefills the address', async () => {
    const link = await stripe.paymentLinks.create({ line_items: [{ price: sold.prices[0] ?? '', quantity: 1 }] })
    const visit = async (query: string) => {
      const path = (await box.page(`${link.url}${query}`)).headers.get('location') ?? ''
      return { path, session: await stripe.checkout.sessions.retrieve(path.split('/').at(-1) ?? '') }
    }
    const { path, session } = await visit('?client_reference_id=user_7&prefilled_email=bo%40example.com')
    expect(session).toMatchObject({ client_reference_id: 'user_7', payment_link: link.id })
    expect(await show(path)).toContain('value="bo@example.com" required')
    const odd = await visit('?client_reference_id=not%20allowed&prefilled_email=nonsense')
    expect(odd.session.client_reference_id).toBeNull()
  })
})

describe('the portal', () => {
  async function portal(card?: string) {
    const { customer } = await createShop(box, card ? { card } : {})
    const [price = ''] = sold.prices
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price }] })
    const session = (more: Partial<Stripe.BillingPortal.SessionCreateParams> = {}) =>
      stripe.billingPortal.sessions.create({
        configuration: portalConfiguration,
        customer: customer.id,
        return_url: 'http://voxhall.test/account',
        ...more,
      })
    const path = new URL((await session()).url).pathname
    return {
      id,
      customer: customer.id,
      path,
      session,
      change: async (index: number) => {
        const opened = new URL((await session()).url).pathname
        return box.page(`${opened}/switch`, { subscription: id, price: sold.prices[index] ?? '' })
      },
      read: () => stripe.subscriptions.retrieve(id),
      priceNow: async () => (await stripe.subscriptions.retrieve(id)).items.data[0]?.price.id,
      invoices: async () => (await stripe.invoices.list({ customer: customer.id })).data,
    }
  }

  it('cancels by date and leaves the boolean false, as Stripe does, and can be undone', async () => {
    const { id, path, read } = await portal()
    expect(await show(path)).toMatch(/Renews on [A-Z]/)
    expect(await show(`${path}/cancel/${id}`)).toContain('You keep it until')
    await box.page(`${path}/cancel`, { subscription: id })
    const going = await read()
    expect(going).toMatchObject({ status: 'active', cancel_at_period_end: false })
    expect(going.cancel_at).toBe(going.items.data[0]?.current_period_end)
    expect(await show(`${path}?done=canceled`)).toContain('Keep plan')
    await box.page(`${path}/keep`, { subscription: id })
    expect((await read()).cancel_at).toBeNull()
  })

  it('bills a larger plan at once with a new period, minus the rest of the old one', async () => {
    const { change, priceNow, read, invoices } = await portal()
    const begun = (await read()).items.data[0]
    const length = (begun?.current_period_end ?? 0) - (begun?.current_period_start ?? 0)
    await box.pass(length / 2)
    expect((await change(1)).headers.get('location')).toContain('done=switched')
    expect(await priceNow()).toBe(sold.prices[1])
    expect((await read()).items.data[0]?.current_period_start).toBe(box.nowSeconds())
    const [invoice] = await invoices()
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 9_900 - 2_450 })
    expect(invoice?.lines.data.map(({ amount }) => amount)).toEqual([-2_450, 9_900])
    // A change back to the smaller plan with the same interval waits for the next period.
    expect((await change(0)).headers.get('location')).toContain('done=later')
  })

  it('begins a smaller plan with the next period, unless that is undone', async () => {
    const { id, path, change, priceNow, invoices } = await portal()
    // A year of renewals of the plans of other tests would take longer than all tests together.
    for (const other of (await stripe.subscriptions.list({ limit: 100 })).data) {
      if (other.id !== id) await stripe.subscriptions.cancel(other.id)
    }
    await change(2)
    expect((await change(1)).headers.get('location')).toContain('done=later')
    expect([await priceNow(), (await invoices()).length]).toEqual([sold.prices[2], 2])
    expect(await show(path)).toContain('Changes to Basic on')
    await box.page(`${path}/keep`, { subscription: id })
    expect(await show(path)).not.toContain('Changes to')
    await change(1)
    await box.pass(366 * DAY)
    expect(await priceNow()).toBe(sold.prices[1])
    expect((await invoices())[0]).toMatchObject({ billing_reason: 'subscription_cycle', amount_paid: 9_900 })
  })

  it('changes nothing if the larger plan is not paid or not for sale', async () => {
    const { id, path, customer, change, priceNow, invoices } = await portal()
    const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe.subscriptions.update(id, { default_payment_method: failing.id })
    const refused = await change(1)
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('Your card was declined. Nothing was changed.'),
    ])
    const { monthly } = await createShop(box)
    expect((await box.page(`${path}/switch`, { subscription: id, price: monthly.id })).status).toBe(400)
    expect([await priceNow(), (await invoices()).length]).toEqual([sold.prices[0], 1])
  })

  it('changes the card, and pays open invoices with the new one', async () => {
    const { customer, read, session } = await portal()
    const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: failing.id } })
    await box.pass(32 * DAY)
    expect((await read()).status).toBe('past_due')
    const change = async (number: string) =>
      box.page(`${new URL((await session()).url).pathname}/card`, numbered(number))
    expect(await alertOn(await change('4000000000000002'))).toBe('Your card was declined.')
    expect((await change('4000000000000341')).headers.get('location')).toContain('done=unpaid')
    expect((await change(CARD.number)).headers.get('location')).toContain('done=paid')
    expect((await read()).status).toBe('active')
  })

  it('charges a new card for no plan that has ended', async () => {
    const { id, customer, invoices, session } = await portal()
    const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: failing.id } })
    await box.pass(32 * DAY)
    await stripe.subscriptions.cancel(id)
    const card = `${new URL((await session()).url).pathname}/card`
    expect((await box.page(card, numbered(CARD.number))).headers.get('location')).not.toContain('done=paid')
    expect((await invoices())[0]?.status).toBe('open')
  })

  it('can open at the plan change of its own customer, expires after an hour, and cannot be guessed', async () => {
    const { id, path, session } = await portal()
    const flow = (subscription: string) =>
      ({ flow_data: { type: 'subscription_update', subscription_update: { subscription } } }) as const
    const change = new URL((await session(flow(id))).url).pathname
    expect(await show(change)).toContain('<details open><summary>Change plan')
    expect(await show(path)).toContain('<details><summary>Change plan')
    await expect(session(flow((await portal()).id))).rejects.toThrow(/does not belong to the customer/)
    const guessed = path.replace(/[^/]+$/, 'a'.repeat(40))
    expect((await box.page(guessed)).status).toBe(404)
    expect((await box.page(`${guessed}/cancel`, { subscription: id })).status).toBe(404)
    await box.pass(3_601)
    expect(await show(path)).toContain('This page has expired')
  })

  it('shows invoices, of which open ones can be paid', async () => {
    const { path, invoices, read } = await portal('pm_card_chargeCustomerFail')
    const page = new URL((await invoices())[0]?.hosted_invoice_url ?? '').pathname
    expect(await show(path)).toContain(page)
    expect(await show(page)).toContain('Pay $49.00')
    await box.page(page, CARD)
    expect(await show(page)).toContain('<span class="badge">Paid</span>')
    expect((await read()).status).toBe('active')
    expect((await box.page(page.replace(/[^/]+$/, 'a'.repeat(32)))).status).toBe(404)
  })

  it('leaves a plan past due when an older invoice is paid, until the latest one is', async () => {
    const { customer, change, invoices, read } = await portal()
    const payWith = async (shared: string) => {
      const { id } = await stripe.paymentMethods.attach(shared, { customer })
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
    }
    const failToRenew = async () => {
      await payWith('pm_card_chargeCustomerFail')
      await box.pass(32 * DAY)
    }
    await failToRenew()
    await payWith('pm_card_visa')
    await change(1)
    await failToRenew()
    const [latest, , older] = await invoices()
    expect([latest?.status, older?.status, (await read()).status]).toEqual(['open', 'open', 'past_due'])
    for (const [invoice, status] of [
      [older, 'past_due'],
      [latest, 'active'],
    ] as const) {
      await box.page(new URL(invoice?.hosted_invoice_url ?? '').pathname, CARD)
      expect((await read()).status).toBe(status)
    }
  })
})
