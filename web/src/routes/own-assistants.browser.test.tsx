import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { BASIC_PLAN } from '../features/plans/basic-plan-testing.ts'
import { keepOwnPlans } from '../features/plans/read-own-plans.ts'
import { ownAssistantsChanged } from '../lib/own-assistants-changed.ts'
import { button, dialog, violations } from '../ui/show-testing.tsx'
import { openSite, refusal, signIn } from './site-testing.tsx'
import { keptAssistant, NORA, NORA_API } from './workshop-testing.ts'

// The list of own assistants. Actions on a single one are tested in assistant-workshop.browser.test.tsx.

const card = page.getByRole('article', { name: 'Nora', exact: true })

test('the list says that it is loading', async () => {
  const answers = { 'GET /api/own-assistants': () => new Promise<Response>(() => {}) }
  await openSite('/assistants', { isSignedIn: true, answers })
  await expect.element(page.getByRole('status').getByText('Loading your assistants...')).toBeVisible()
})

test('a list that cannot be read again stays, and screen readers too are told that it may be out of date', async () => {
  const { answers } = keptAssistant()
  await openSite('/assistants', { isSignedIn: true, answers })
  await expect.element(card).toBeVisible()
  answers['GET /api/own-assistants'] = () => refusal(503, 'unavailable')
  ownAssistantsChanged.tell()
  await expect.element(page.getByRole('status').filter({ hasText: /this list may be out of date/ })).toBeVisible()
  await expect.element(card).toBeVisible()
})

test('when the session ends, the screen says so, and logging in leads back to it', async () => {
  const { answers } = keptAssistant({ 'GET /api/own-assistants': () => refusal(401, 'unauthenticated') })
  const site = await openSite('/assistants', { isSignedIn: true, answers })
  const main = page.getByRole('main')
  await expect.element(main.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
  await main.getByRole('link', { name: 'Log in' }).click()
  await expect.element(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  signIn()
  await expect.poll(() => site.path()).toBe('/assistants')
})

test('an assistant that cannot be deleted stays, and the question says so', async () => {
  const { answers } = keptAssistant({ [`DELETE ${NORA_API}`]: () => refusal(503, 'unavailable') })
  await openSite('/assistants', { isSignedIn: true, answers })
  await button('Delete Nora').click()
  const question = dialog('Delete Nora?')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(question.getByRole('alert').getByText('T. D')).toBeVisible()
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect.element(card).toBeVisible()
})

test('an assistant can be paused, resumed, opened and deleted', async () => {
  const { answers } = keptAssistant()
  const site = await openSite('/assistants', { isSignedIn: true, answers })
  await expect.element(card).toBeVisible()
  expect(await violations()).toEqual([])
  await button('Pause Nora').click()
  await expect.element(card.getByText('Paused', { exact: true })).toBeVisible()
  await button('Resume Nora').click()
  await expect.element(card.getByText('Live', { exact: true })).toBeVisible()
  await card.getByRole('link', { name: 'Open Nora' }).click()
  await expect.poll(() => site.path()).toBe(`/assistants/${NORA.id}`)
  await page.getByRole('main').getByRole('link', { name: 'My assistants' }).click()
  await button('Delete Nora').click()
  await expect.element(dialog('Delete Nora?')).toBeVisible()
  expect(await violations()).toEqual([])
  const address = `DELETE ${NORA_API}`
  const { [address]: remove = () => refusal(404, 'not-found') } = answers
  answers[address] = () => refusal(503, 'unavailable')
  const confirm = dialog('Delete Nora?').getByRole('button', { name: 'Delete', exact: true })
  await confirm.click()
  await expect.element(dialog('Delete Nora?').getByText('T. D')).toBeVisible()
  answers[address] = remove
  await confirm.click()
  await expect.element(page.getByRole('heading', { name: 'No assistants yet' })).toBeVisible()
  // The focused button was removed together with its card.
  await expect.element(page.getByRole('heading', { name: 'My assistants' })).toHaveFocus()
})

test('the owner of a draft can copy the address of its page, and sees it live once a plan is paid', async () => {
  let isPaid = false
  const list = () =>
    Response.json({
      assistants: [{ ...NORA, status: isPaid ? 'live' : 'draft', hasDraft: true }],
      plan: { assistants: isPaid ? 1 : 0, remainingMinutes: 0 },
    })
  const { answers } = keptAssistant({ 'GET /api/own-assistants': list })
  await openSite('/assistants', { isSignedIn: true, answers })
  await expect.element(card.getByText(/ · changes to publish$/)).toBeVisible()
  await page.viewport(280, 640)
  expect(document.documentElement.scrollWidth, 'nothing has to be scrolled sideways').toBe(280)
  await page.viewport(390, 844)
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await button('Copy the address of Nora').click()
  await expect.poll(() => copied.mock.calls).toEqual([[expect.stringMatching(/\/a\/nora-1$/)]])
  await button('Choose a business plan').click()
  await expect.element(dialog('Choose Your Business Plan')).toBeVisible()
  isPaid = true
  keepOwnPlans('robin', [{ ...BASIC_PLAN, plan: 'Small Business', priceId: 'small-business-monthly' }])
  await dialog('Your plan Small Business is active').getByRole('link', { name: 'My assistants' }).click()
  // Sooner than the list is read again by itself.
  await expect.element(card.getByText('Live', { exact: true }), { timeout: 5_000 }).toBeVisible()
})
