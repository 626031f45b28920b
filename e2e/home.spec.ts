import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

// People as most of them come: with motion.
test.use({ contextOptions: {} })

/** Until Amara says her first word. Looked for in every frame: it is short. */
async function untilFirstWord(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[data-spoken="now"]')?.textContent === 'Amara,')
}

test.describe('the hero', () => {
  test('mouths its line silently, word by word, and nothing on the page moves from its place', async ({ page }) => {
    const sounds: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('.wav')) sounds.push(request.url())
    })
    await page.goto('/')
    const talk = page.getByRole('button', { name: 'Talk with Amara' })
    const before = await talk.boundingBox()
    const now = page.locator('[data-spoken="now"]')
    const line = page.locator('[data-niche="healthcare"] > svg path')
    await untilFirstWord(page)
    await expect(line).toHaveAttribute('d', /Q/)
    expect(await talk.boundingBox()).toEqual(before)
    await expect(now).toHaveCount(0)
    expect(await line.getAttribute('d')).not.toContain('Q')
    expect(sounds).toEqual([])
  })

  test('is heard when asked to, until the end or until it is stopped', async ({ page }) => {
    await page.goto('/')
    const hear = page.getByRole('button', { name: 'Hear Amara' })
    const stop = page.getByRole('button', { name: 'Stop' })
    await hear.click()
    await untilFirstWord(page)
    await stop.click()
    await expect(page.locator('[data-spoken="now"]')).toHaveCount(0)
    await hear.click()
    await expect(stop).toBeVisible()
    await expect(hear).toBeVisible()
  })

  test('stands still where motion is unwelcome, and speaks with moving lips when asked to', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Hear Amara' })).toBeVisible()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await expect(page.locator('[data-part="mouth-cavity"]')).toHaveCount(0)
    await page.getByRole('button', { name: 'Hear Amara' }).click()
    await untilFirstWord(page)
    await expect(page.locator('[data-part="mouth-cavity"]')).toHaveCount(1)
  })

  test('holds still when told to', async ({ page }) => {
    await page.goto('/')
    const hold = page.getByRole('button', { name: 'Hold Amara still' })
    await expect(page.locator('[data-spoken="now"]')).toHaveCount(1)
    await hold.click()
    await expect(hold).toHaveAttribute('aria-pressed', 'true')
    await expect(page.locator('[data-spoken="now"]')).toHaveCount(0)
  })

  test.describe('when the voice does not answer', () => {
    test.use({ allowedErrors: [/503/] })

    test('lives on, keeps its caption, and says so when asked for sound', async ({ page }) => {
      await page.route('**/api/assistants/**', (route) => route.fulfill({ status: 503, body: '' }))
      await page.goto('/')
      await expect(page.locator('[data-part="mouth-cavity"]')).toHaveCount(1)
      await expect(page.getByText('Amara,')).toBeVisible()
      await page.getByRole('button', { name: 'Hear Amara' }).click()
      await expect(page.getByText('Amara cannot be heard just now')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Hear Amara' })).toBeVisible()
    })
  })
})
