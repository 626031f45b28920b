import { readFile } from 'node:fs/promises'
import { signInContext, signUpAndConfirm } from './support/accounts.ts'
import { payWithCard } from './support/payments.ts'
import { waitForMail } from './support/mailbox.ts'
import { expect, test } from './support/test.ts'

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
