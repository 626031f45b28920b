import { signInContext, signUpAndConfirm } from './support/accounts.ts'
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

test('a person who is signed in finds their account in the header, and nothing else in it moves', async ({
  context,
  page,
  server,
}) => {
  const header = page.getByRole('banner')
  const own = header.getByRole('button', { name: /, your account$/ })
  const placesAt = async (width: number) => {
    await page.setViewportSize({ width, height: 700 })
    const others = [
      header.getByRole('button', { name: 'AI Assistants' }),
      header.getByRole('link', { name: 'Plans & Pricing' }),
      header.getByRole('link', { name: 'Subscribe now' }),
    ]
    return Promise.all(others.map((other) => other.boundingBox()))
  }
  const widths = [768, 800, 863, 864, 1023, 1024]
  const placesAtAll = async () => {
    const places = []
    for (const width of widths) places.push(await placesAt(width))
    return places
  }
  await page.goto('/pricing')
  await expect(own).toHaveCount(0)
  const before = await placesAtAll()
  await signInContext(context, await signUpAndConfirm(server.url))
  await page.reload()
  await expect(header.getByRole('button', { name: 'Log out' })).toBeVisible()
  expect(await placesAtAll()).toEqual(before)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 })
    const [logo, link] = [
      await header.getByRole('link', { name: 'Voxhall, home' }).boundingBox(),
      await own.boundingBox(),
    ]
    expect(link?.x, `${width} px`).toBeGreaterThan((logo?.x ?? 0) + (logo?.width ?? 0))
    expect(link?.height, `${width} px, in one line`).toBe(44)
  }

  await expect(header.getByRole('link', { name: 'Subscribe now' })).toHaveAttribute('href', '/pricing')
  await own.click()
  const menu = header.getByRole('navigation', { name: 'Your account' })
  await expect(menu.getByRole('link')).toHaveText(['Your account', 'My assistants'])
  await page.keyboard.press('Escape')
  await expect(own).toBeFocused()
  await own.click()
  await menu.getByRole('link', { name: 'My assistants' }).click()
  await expect(page).toHaveURL('/assistants')
  await expect(menu).toBeHidden()
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
