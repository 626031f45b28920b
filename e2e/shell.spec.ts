import { expect, test } from './support/test.ts'

test('the home page answers, under its own security policy, without an error in the console', async ({ page }) => {
  const response = await page.goto('/')
  expect(response?.status()).toBe(200)
  const headers = response?.headers() ?? {}
  const policy = headers['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("object-src 'none'")
  expect(policy.split(';').find((part) => part.includes('script-src'))).not.toContain("'unsafe-inline'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['permissions-policy']).toContain('microphone=(self)')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the header opens the catalogue with all sixteen assistants', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'AI Assistants' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'AI Assistants' })).toBeVisible()
  await expect(
    dialog.getByRole('button', { name: /talk/i }).or(dialog.getByRole('link', { name: /talk/i })),
  ).toHaveCount(16)
})

test.describe('an unknown address', () => {
  test.use({ allowedErrors: [/no\/such\/page/] })
  test('shows the not-found screen with status 404 and a way home', async ({ page }) => {
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('an unknown API address answers a problem, never a page', async ({ request, server }) => {
  const response = await request.get(`${server.url}/api/no-such-thing`)
  expect(response.status()).toBe(404)
  expect(response.headers()['content-type']).toContain('application/problem+json')
})
