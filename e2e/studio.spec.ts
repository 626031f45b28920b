import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import type { Locator, Page } from '@playwright/test'
import { listOwnAssistantsResponseSchema } from '../contract/src/own-assistant.ts'
import { signInContext, signUpAndConfirm, type Account } from './support/accounts.ts'
import { makeMicrophoneTrack } from './support/microphone-track.ts'
import { recordedQuestions } from './support/questions.ts'
import { expect, test } from './support/test.ts'

// From a photo to a spoken conversation on a page of its own.

test.setTimeout(150_000)

const folder = mkdtempSync(join(tmpdir(), 'voxhall-studio-'))
const spoken = recordedQuestions().find(({ text }) => text === 'when is your garage open')
if (!spoken) throw new Error('The recording is gone')
const ANSWER = 'We open at seven and close at two.'
const GREETING = 'Hello, this is Mill Garage.'
/** The first message, the time to open a call, and a pause. */
const GREETING_MS = 8_000
const track = makeMicrophoneTrack(join(folder, 'question.wav'), [spoken.path], [GREETING_MS])

/** A square of one colour: no face, but a picture. */
function picture(): Buffer {
  const canvas = createCanvas(128, 128)
  const context = canvas.getContext('2d')
  context.fillStyle = 'peachpuff'
  context.fillRect(0, 0, 128, 128)
  return canvas.toBuffer('image/png')
}

async function openCustomize(page: Page): Promise<Locator> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Create an assistant for your business today' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Customize Your AI Assistant' })
  await expect(dialog.getByRole('button', { name: 'Submit Assistant' })).toBeVisible()
  return dialog
}

async function fill(dialog: Locator): Promise<void> {
  await dialog.getByLabel('Avatar Photo').setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: picture() })
  await dialog.getByLabel('Assistant Name').fill('Nora')
  await dialog.getByLabel('Voice Type').selectOption('hazel')
  await dialog.getByLabel('First Message').fill(GREETING)
  await dialog.getByLabel('System Prompt').fill('You help customers of a garage.')
  await dialog.getByRole('button', { name: 'Add a question' }).click()
  await dialog.getByRole('textbox', { name: 'Question 1' }).fill('When is your garage open?')
  await dialog.getByRole('textbox', { name: 'Answer 1' }).fill(ANSWER)
}

async function signInByForm(page: Page, account: Account): Promise<void> {
  await page.getByRole('tab', { name: 'Sign In' }).click()
  const card = page.getByRole('tabpanel', { name: 'Sign In' })
  await card.getByRole('textbox', { name: /e-?mail/i }).fill(account.email)
  await card.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await card.getByRole('button', { name: 'Sign In' }).click()
}

async function pay(page: Page, priceId: string): Promise<void> {
  await page.goto(`/checkout/${priceId}`)
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Robin Visitor')
  await page.getByRole('button', { name: /^Subscribe/ }).click()
}

async function minutesLeft(serverUrl: string, { token }: Account): Promise<number | null> {
  const response = await fetch(`${serverUrl}/api/own-assistants`, { headers: { authorization: `Bearer ${token}` } })
  return listOwnAssistantsResponseSchema.parse(await response.json()).plan.remainingMinutes
}

test.describe('an assistant of one’s own', () => {
  test.use({ microphone: track.path })

  test('is made by a stranger, paid for, and answers a spoken question on its page', async ({ page, server }) => {
    const account = await signUpAndConfirm(server.url)
    let dialog = await openCustomize(page)
    await fill(dialog)
    await dialog.getByLabel('Import a CSV file').setInputFiles({
      name: 'k.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('question,answer\nDo you wash cars?,"Yes, by hand."\nWhere?'),
    })
    await expect(dialog.getByText('Line 3: There is one cell only.')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Question 2' })).toHaveValue('Do you wash cars?')

    // Closing the tab loses nothing, the photo included.
    const other = await page.context().newPage()
    await page.close()
    dialog = await openCustomize(other)
    await expect(dialog.getByText('face.png')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Answer 1' })).toHaveValue(ANSWER)

    await dialog.getByRole('button', { name: 'Submit Assistant' }).click()
    await expect(other).toHaveURL('/auth')
    await expect(other.getByText('Everything you filled in is kept.')).toBeVisible()
    await signInByForm(other, account)
    dialog = other.getByRole('dialog', { name: 'Customize Your AI Assistant' })
    await expect(dialog.getByLabel('Assistant Name')).toHaveValue('Nora')
    await dialog.getByRole('button', { name: 'Submit Assistant' }).click()
    await expect(other.getByRole('dialog', { name: 'Choose Your Business Plan' })).toBeVisible()

    await other.goto('/assistants')
    const card = other.getByRole('article', { name: 'Nora' })
    await expect(card.getByText('Draft', { exact: true })).toBeVisible()
    const address = (await card.getByRole('link', { name: 'Talk with Nora' }).getAttribute('href')) ?? ''

    await pay(other, 'small-business-monthly')
    await expect(other.getByText('Your plan Small Business is active')).toBeVisible()
    await other.goto('/assistants')
    await expect(card.getByText('Live', { exact: true })).toBeVisible()
    await expect(other.getByText('1 of 1 live')).toBeVisible()

    // Somebody who has no account, with a microphone.
    await other.evaluate(() => localStorage.clear())
    await other.goto(address)
    await expect(other).toHaveTitle('Talk with Nora · Voxhall')
    await expect(other.locator('meta[name=robots]')).toHaveCount(0)
    await other.getByRole('button', { name: 'Talk with Nora' }).click()
    const log = other.getByRole('log')
    await expect(log).toContainText(GREETING, { timeout: 20_000 })
    await expect(log).toContainText(ANSWER, { timeout: 40_000 })
    await other.getByRole('button', { name: 'End Call' }).click()
    await expect(other.getByText('Nothing of what was said is kept.')).toBeVisible()

    // It cost its owner's minutes.
    await expect.poll(() => minutesLeft(server.url, account)).toBeLessThan(500)
  })
})

test('is edited, paused and deleted, and its page says so', async ({ page, server }) => {
  const account = await signUpAndConfirm(server.url)
  await signInContext(page.context(), account)
  await page.goto('/assistants')
  await page.getByRole('button', { name: 'Make your first assistant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Customize Your AI Assistant' })
  await fill(dialog)
  await dialog.getByRole('button', { name: 'Submit Assistant' }).click()
  await expect(page.getByRole('dialog', { name: 'Choose Your Business Plan' })).toBeVisible()
  await page.keyboard.press('Escape')

  const card = page.getByRole('article', { name: 'Nora' })
  await card.getByRole('button', { name: 'Edit Nora' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Nora' })
  await expect(edit.getByRole('textbox', { name: 'Answer 1' })).toHaveValue(ANSWER)
  await edit.getByLabel('Assistant Name').fill('Nina')
  await edit.getByRole('button', { name: 'Save' }).click()
  const renamed = page.getByRole('article', { name: 'Nina' })
  const address = (await renamed.getByRole('link', { name: 'Talk with Nina' }).getAttribute('href')) ?? ''
  await renamed.getByRole('button', { name: 'Pause Nina' }).click()
  await expect(renamed.getByText('Paused', { exact: true })).toBeVisible()

  await page.goto(address)
  await expect(page.getByText('Only you see this page: the assistant is paused.')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.goto('/assistants')
  await renamed.getByRole('button', { name: 'Delete Nina' }).click()
  await page.getByRole('dialog', { name: 'Delete Nina?' }).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Nobody here yet' })).toBeVisible()
})

test.describe('an address', () => {
  test.use({ allowedErrors: [/404/] })

  test('at which nobody is says so', async ({ page }) => {
    await page.goto('/a/nobody-here')
    await expect(page.getByRole('heading', { name: 'There is nobody at this address' })).toBeVisible()
  })
})
