import type { MySubscription } from '#contract/billing.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BASIC_PLAN } from '../plans/basic-plan-testing.ts'
import { OwnPlan } from './own-plan.tsx'

test('the bar of used minutes is read out as minutes, not as a percentage', () => {
  const html = renderToStaticMarkup(<OwnPlan subscription={{ ...BASIC_PLAN, usedMinutes: 100 }} action={null} />)
  const [meter = ''] = /<span role="meter"[^>]*>/.exec(html) ?? []
  expect(meter).toContain('aria-valuenow="40"')
  expect(meter).toMatch(/aria-valuetext="[^"%]*100[^"%]*250/)
})

test('a plan on hold shows no minutes, and one whose minutes run low or are used up is marked', () => {
  const show = (changes: Partial<MySubscription>) =>
    renderToStaticMarkup(<OwnPlan subscription={{ ...BASIC_PLAN, ...changes }} action={null} />)
  expect(show({ status: 'unpaid', isUsable: false })).not.toMatch(/minutes left|role="meter"/)
  expect(show({ usedMinutes: 200 })).toMatch(/role="meter"[^>]* data-tone="orange"/)
  expect(show({ usedMinutes: 199 })).toMatch(/role="meter"[^>]* data-tone="green"/)
  expect(show({ usedMinutes: 249.9 })).toMatch(/role="meter"[^>]* data-tone="orange"/)
  expect(show({ usedMinutes: 250 })).toMatch(/role="meter"[^>]* data-tone="red"/)
})
