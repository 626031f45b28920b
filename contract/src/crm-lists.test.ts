import { expect, it } from 'vitest'
import { CRM_TIERS } from './crm-lists.ts'
import { PLAN_PRICES } from './plans.ts'

it('the team can filter by every plan that is sold', () => {
  expect([...new Set(PLAN_PRICES.map(({ planName }) => planName))].toSorted()).toEqual([...CRM_TIERS].toSorted())
})
