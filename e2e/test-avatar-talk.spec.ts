import { signedIn } from './support/accounts.ts'
import { portraitPicture } from './support/drawn-pictures.ts'
import { converse, fillForm, NAME, TRUCKS } from './support/form-talk.ts'
import { ANSWER, GREETING, openCustomize, QUESTION } from './support/own-assistant.ts'
import { expect, test } from './support/test.ts'

const NIGHTLY = { tag: '@nightly' }

test('the photo talks, and the browser recognises free speech', NIGHTLY, async ({ page, server }) => {
  await signedIn(page, server.url)
  // Without Google's service, Chromium's SpeechRecognition never recognises anything. This fake is controlled by the
  // test.
  await page.addInitScript(() => {
    class Recognition extends EventTarget {
      lang = ''
      continuous = false
      interimResults = false
      start() {
        Object.assign(window, { recognition: this })
      }
      abort() {
        Object.assign(window, { recognition: null })
      }
    }
    Object.assign(window, { webkitSpeechRecognition: Recognition, SpeechRecognition: Recognition, recognition: null })
  })
  const current = () =>
    page.evaluate(() => {
      const { recognition } = window as unknown as { recognition: { lang: string; continuous: boolean } | null }
      return recognition && { lang: recognition.lang, continuous: recognition.continuous }
    })
  const dialog = await openCustomize(page)
  await fillForm(dialog)
  await dialog
    .getByLabel('Avatar Photo')
    .setInputFiles({ name: 'c.png', mimeType: 'image/png', buffer: await portraitPicture('culinary') })
  await expect(dialog.getByRole('button', { name: 'See it talk' })).toBeVisible({ timeout: 20_000 })
  const log = await converse(dialog)
  const face = dialog.locator('canvas[data-moving=true]')
  await expect(face).toBeVisible()
  await dialog.getByRole('radio', { name: 'In your own words' }).check()
  expect(await current()).toBeNull()
  await dialog.getByRole('button', { name: 'Start Talking' }).click()
  await expect.poll(current).toEqual({ lang: 'en-US', continuous: true })
  await expect(log).toContainText(GREETING)
  await expect(dialog.getByText('Talking', { exact: true })).toHaveCount(0)
  await page.evaluate(() => {
    const result = Object.assign([{ transcript: 'could you tell me whether you repair trucks' }], { isFinal: true })
    const { recognition } = window as unknown as { recognition: EventTarget }
    recognition.dispatchEvent(Object.assign(new Event('result'), { resultIndex: 0, results: [result] }))
  })
  await expect(log).toContainText(TRUCKS)
  await dialog.getByRole('button', { name: 'Stop Listening' }).click()
  expect(await current()).toBeNull()
  await expect(dialog.getByRole('button', { name: 'Start Talking' })).toBeVisible()

  const shownFace = () => face.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL('image/jpeg', 0.3))
  await expect(dialog.getByText('Talking', { exact: true })).toHaveCount(0)
  const still = await shownFace()
  const type = dialog.getByLabel(`Type to ${NAME}`)
  await type.fill(QUESTION)
  await type.press('Enter')
  await expect(dialog.getByText('Talking', { exact: true })).toBeVisible()
  await expect.poll(async () => (await shownFace()) === still).toBe(false)
  await expect(log).toContainText(ANSWER)
  await expect(log.locator('[data-role]')).toHaveCount(4)
})
