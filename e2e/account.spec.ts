import { readFile } from 'node:fs/promises'
import { signedIn, signInContext, signUpAndConfirm } from './support/accounts.ts'
import { payWithCard } from './support/payments.ts'
import { waitForMail } from './support/mailbox.ts'
import { violations } from './support/axe.ts'
import { comeBackTo } from './support/tabs.ts'
import { expect, test } from './support/test.ts'

test('a plan is bought, is not sold twice, and is canceled at the provider', async ({ page, server }) => {
  await signedIn(page, server.url)
  await page.goto('/checkout/basic-monthly')
  await expect(page).toHaveURL(/\/sandbox\/stripe\/pay\//)
  expect(await violations(page)).toEqual([])
  await payWithCard(page)
  await expect(page.getByText('Your plan Basic is active')).toHaveCount(1)
  await expect(page).toHaveURL('/')
  await page.goto('/checkout/premium-monthly')
  await expect(page.getByRole('heading', { name: 'You already have a plan like this' })).toBeVisible()

  await page.goto('/account')
  const plan = page.getByRole('article', { name: 'Basic' })
  await expect(plan).toContainText('250 minutes left')
  await expect(page.getByRole('cell', { name: '$9.99' })).toBeVisible()
  const [portal] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Change or cancel' }).click(),
  ])
  await expect(portal).toHaveURL(/\/sandbox\/stripe\/portal\//)
  expect(await violations(portal)).toEqual([])
  await portal.getByRole('link', { name: 'Cancel plan' }).click()
  await portal.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(portal).toHaveURL(/done=canceled/)
  await portal.close()
  await comeBackTo(page)
  await expect(plan.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(plan).toContainText('Until then you can use your minutes')
  await expect(plan).toContainText('250 minutes left')
})

test('the data of an account can be downloaded, and the account deleted', async ({ page, server }) => {
  const account = await signUpAndConfirm(server.url)
  await page.goto('/account')
  await expect(page).toHaveURL('/auth')
  const form = page.getByRole('tabpanel', { name: 'Sign In' })
  await form.getByLabel('Email').fill(account.email)
  await form.getByLabel('Password', { exact: true }).fill(account.password)
  await form.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/account')
  await expect(page).toHaveTitle('Your account · Voxhall')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe('voxhall-my-data.json')
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ account: { email: account.email } })
  await page.getByRole('button', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password').fill(account.password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your account is deleted')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/account')
  await expect(page).toHaveURL('/auth')
})

test('without an account, two tabs lead to one checkout, and the plan waits for its owner', async ({
  page,
  server,
}) => {
  await page.goto('/checkout/premium-annual')
  await expect(page).toHaveURL(/\/sandbox\/stripe\/pay\//)
  const first = page.url()
  await page.goto('/checkout/premium-annual')
  await expect(page).toHaveURL(first)
  const email = `pays-first-${Date.now()}@example.com`
  await payWithCard(page, { email })
  await expect(page.getByText('Your payment for Premium has arrived')).toBeVisible()
  await expect(page.getByText(`We have sent an email to ${email}`)).toBeVisible()

  const account = await signUpAndConfirm(server.url, { email })
  const own = await page.context().newPage()
  await signInContext(page.context(), server.url, account)
  await own.goto('/account')
  await expect(own.getByText('You have no plan yet.')).toBeVisible()
  const mail = await waitForMail(server.url, email, 'Your receipt')
  await own.goto(mail.links[0] ?? 'no link')
  await expect(own.getByText(`Add it to the account of ${email}?`)).toBeVisible()
  await own.getByRole('button', { name: 'Add to this account' }).click()
  await own.getByRole('link', { name: 'See your account' }).click()
  await expect(own.getByRole('article', { name: 'Premium' })).toContainText('6,000 minutes left')
})
