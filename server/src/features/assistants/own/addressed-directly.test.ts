import { expect, test } from 'vitest'
import { addressedDirectly } from './addressed-directly.ts'

test.each([
  ['when is your garage open', 'when are you open'],
  ['where is our little coffee shop', 'where are you'],
  ['does your restaurant take credit cards', 'do you take credit cards'],
  ['how do i get to your hotel', 'how do i get to you'],
  ["what are your bakery's opening hours", 'what are your opening hours'],
  ['can your studio make a film', 'can you make a film'],
])('%s', (owners, callers) => {
  expect(addressedDirectly(owners)).toBe(callers)
})

test.each([
  'what is your business',
  'what is your return policy',
  'do you have your own garage',
  'where is the garage',
])('%s does not ask about the business itself', (phrase) => {
  expect(addressedDirectly(phrase)).toBe(phrase)
})
