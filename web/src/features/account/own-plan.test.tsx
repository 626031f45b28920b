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
