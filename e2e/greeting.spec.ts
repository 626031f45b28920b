import { expect, test } from './support/test.ts'

test('the greeting of an assistant plays in a browser, and its times fit the sound', async ({ page }) => {
  await page.goto('/contact') // A page where no face greets.
  const heard = await page.evaluate(async () => {
    const { durationMs } = await (await fetch('/api/assistants/legal/greeting')).json()
    const sound = new Audio('/api/assistants/legal/greeting.wav')
    await new Promise((resolve, reject) => {
      sound.addEventListener('canplaythrough', resolve)
      sound.addEventListener('error', reject)
    })
    return { durationMs: Number(durationMs), soundMs: sound.duration * 1000 }
  })
  expect(heard.durationMs).toBeGreaterThan(2_000)
  expect(Math.abs(heard.durationMs - heard.soundMs)).toBeLessThan(2)
})
