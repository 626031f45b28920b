import type { MySubscription } from '#contract/billing.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { receiveNotices } from '../../lib/notify.ts'
import { BASIC_PLAN } from './basic-plan-testing.ts'
import { noticeOf, planThatWasPaid, welcomeBack } from './checkout-return.ts'

const PREMIUM: MySubscription = { ...BASIC_PLAN, id: 'two', plan: 'Premium', priceId: 'premium-monthly' }

const BUSINESS: MySubscription = { ...BASIC_PLAN, plan: 'Small Business', priceId: 'small-business-monthly' }

it('finds the plan that was paid, if it can be used', () => {
  expect(planThatWasPaid([PREMIUM, BASIC_PLAN], 'basic-monthly')).toBe(BASIC_PLAN)
  expect(planThatWasPaid([PREMIUM, BASIC_PLAN], null)).toBe(PREMIUM)
  expect(planThatWasPaid([{ ...BASIC_PLAN, isUsable: false }], 'basic-monthly')).toBeUndefined()
  expect(planThatWasPaid([PREMIUM], 'basic-monthly')).toBeUndefined()
})

it('leads to the account, to the assistants, or to signing up', () => {
  const visited: string[] = []
  const press = (...[outcome]: Parameters<typeof noticeOf>) =>
    noticeOf(outcome, (to) => visited.push(to)).action?.onPress()
  press({ kind: 'active', subscription: BASIC_PLAN }, () => {})
  press({ kind: 'active', subscription: BUSINESS }, () => {})
  press({ kind: 'paid', planName: 'Basic', email: null, isSignedIn: true }, () => {})
  press({ kind: 'paid', planName: 'Basic', email: null, isSignedIn: false }, () => {})
  expect(visited).toEqual(['/account', '/assistants', '/account', '/auth'])
})

it('describes the outcome of the payment, and does not claim that nothing was charged when that is unknown', () => {
  const words = (outcome: Parameters<typeof noticeOf>[0]) => {
    const { title, description } = noticeOf(outcome, () => {})
    return `${title}. ${description}`
  }
  expect(words({ kind: 'active', subscription: BASIC_PLAN })).toBe(
    'Your plan Basic is active. You have 250 minutes until Dec 21, 2026.',
  )
  expect(words({ kind: 'active', subscription: BUSINESS })).toMatch(
    /Assistants that were waiting for it are now live\.$/,
  )
  expect(words({ kind: 'paid', planName: null, email: 'ann@example.com', isSignedIn: false })).toContain(
    'We have sent an email to ann@example.com',
  )
  expect(words({ kind: 'unpaid' })).toContain('Nothing was paid')
  expect(words({ kind: 'unknown' })).not.toMatch(/nothing was/i)
})

it.each([
  ['open', 'Nothing was paid'],
  ['complete', 'Your payment for Basic has arrived'],
])('tells a visitor who returns from a checkout that is %s: %s', async (status, title) => {
  const answer = { checkout: { status, priceId: 'basic-monthly', email: null }, billing: null, isNewer: true }
  vi.stubGlobal('fetch', async () => Response.json(answer))
  onTestFinished(() => void vi.unstubAllGlobals())
  const told: string[] = []
  onTestFinished(receiveNotices((notice) => told.push(notice.title)))
  await welcomeBack(
    'cs_1',
    () => {},
    () => true,
  )
  expect(told).toEqual([title])
})
