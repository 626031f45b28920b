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
