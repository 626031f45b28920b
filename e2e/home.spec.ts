import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

// The assistant at the top of the home page, whose mouth moves with the greeting that the server synthesises.

// Motion is on, as for most visitors; the other tests reduce it.
test.use({ contextOptions: {}, allowedErrors: [/503/] })

/** Waits until Amara says her first word. Checks every animation frame, since the word is short. */
async function untilFirstWord(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[data-spoken="now"]')?.textContent === 'Amara,')
}

test('the hero mouths its line silently, can be held still, is heard until it is stopped or ends, and says if it cannot be', async ({
  page,
}) => {
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
  expect(await talk.boundingBox(), 'the layout does not shift').toEqual(before)
  const hold = page.getByRole('button', { name: 'Hold Amara still' })
  await hold.click()
  await expect(hold).toHaveAttribute('aria-pressed', 'true')
  await expect(now).toHaveCount(0)
  await expect(line).not.toHaveAttribute('d', /Q/)
  expect(sounds).toEqual([])

  const hear = page.getByRole('button', { name: 'Hear Amara' })
  const stop = page.getByRole('button', { name: 'Stop' })
  await hear.click()
  await untilFirstWord(page)
  await stop.click()
  await expect(now).toHaveCount(0)
  await hear.click()
  await expect(stop).toBeVisible()
  await expect(hear).toBeVisible()

  const times = await page.evaluate(async () => {
    const { durationMs } = await (await fetch('/api/assistants/healthcare/greeting')).json()
    const sound = new Audio('/api/assistants/healthcare/greeting.wav')
    await new Promise((resolve, reject) => {
      sound.addEventListener('canplaythrough', resolve)
      sound.addEventListener('error', reject)
    })
    return { durationMs: Number(durationMs), soundMs: sound.duration * 1000 }
  })
  expect(times.durationMs).toBeGreaterThan(2_000)
  expect(Math.abs(times.durationMs - times.soundMs)).toBeLessThan(2)

  await page.route('**/api/assistants/**', (route) => route.fulfill({ status: 503, body: '' }))
  await hear.click()
  await expect(page.getByText('Amara cannot be heard just now')).toBeVisible()
  await expect(page.getByText('Amara,')).toBeVisible()
  await expect(hear).toBeVisible()
})
