import { expect, test, vi } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { notify } from '../lib/notify.ts'
import { atEveryWidth, dialog, NARROW_AND_WIDE_PX, prefer, violations } from '../ui/show-testing.tsx'
import type { Answers } from '../lib/answers-testing.ts'
import { catalogueButton, openSite, refusal } from './site-testing.tsx'

const form = () => dialog('Customize Your AI Assistant')

/** The regions whose changes screen readers announce. Only a region that exists before its text is reliable. */
const liveRegions = () => [...document.querySelectorAll('[aria-live]')]

/** Opens the form from the list of one's assistants, which is a smaller page than the home page. */
async function openForm(answers: Answers = {}) {
  const plan = { liveLimit: 0, live: 0, remainingMinutes: null }
  const site = await openSite('/assistants', {
    isSignedIn: true,
    answers: { 'GET /api/own-assistants': () => Response.json({ assistants: [], plan }), ...answers },
  })
  await openAgain()
  await expect.element(form().getByRole('button', { name: 'Submit Assistant' })).toBeVisible()
  return site
}

const openAgain = () => page.getByRole('button', { name: 'Make an assistant' }).click()

test('going back closes the dialog that is open and keeps the page', async () => {
  const site = await openSite('/contact')
  await catalogueButton().click()
  await expect.element(dialog('AI Assistants')).toBeVisible()
  await site.goBack()
  await expect.element(dialog('AI Assistants')).not.toBeInTheDocument()
  expect(site.path()).toBe('/contact')
})

test.each([
  ['rises', 'no-preference', 240],
  ['is there at once', 'reduce', 1],
] as const)('a dialog %s with prefers-reduced-motion: %s', async (_, motion, takesMs) => {
  await prefer({ 'reduced-motion': motion })
  await openSite('/contact')
  await catalogueButton().click()
  await expect.element(dialog('AI Assistants')).toBeVisible()
  const { animationName, animationDuration } = getComputedStyle(dialog('AI Assistants').element())
  expect([animationName, Number.parseFloat(animationDuration) * 1_000]).toEqual(['rise', takesMs])
})

test('closing a dialog that was opened from the menu returns the focus to the menu’s button', async () => {
  await page.viewport(390, 844)
  await openSite('/contact')
  const menu = page.getByRole('button', { name: 'Open the menu' })
  await menu.click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'AI Assistants' }).click()
  await expect.poll(() => dialog('AI Assistants').element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('AI Assistants')).not.toBeInTheDocument()
  await expect.element(menu).toHaveFocus()
})

test('closing a dialog that another one opened returns the focus to the button that opened the first', async () => {
  await openSite('/contact', { isSignedIn: true })
  await catalogueButton().click()
  await dialog('AI Assistants').getByRole('button', { name: 'Talk', exact: true }).first().click()
  await expect.element(page.getByRole('dialog', { name: /^Talk with/ })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(catalogueButton()).toHaveFocus()
})

test('if the button that opened a dialog is gone, the page’s content gets the focus', async () => {
  await openSite('/contact')
  const passing = document.createElement('button')
  document.body.append(passing)
  passing.focus()
  await expect.element(catalogueButton()).toBeVisible()
  // A click by a script does not move the focus.
  ;(catalogueButton().element() as HTMLElement).click()
  await expect.poll(() => dialog('AI Assistants').element().contains(document.activeElement)).toBe(true)
  passing.remove()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('a press beside a dialog closes it unless it holds typed text, and a press on a notice never does', async () => {
  await openForm()
  const beside = { position: { x: 8, y: 400 } }
  await userEvent.click(document.documentElement, beside)
  await new Promise(requestAnimationFrame)
  await expect.element(form()).toBeVisible()
  await form().getByRole('button', { name: 'Cancel' }).click()

  await catalogueButton().click()
  await expect.element(dialog('AI Assistants')).toBeVisible()
  notify({ kind: 'plain', title: 'A short notice', durationMs: 60_000 })
  await page.getByText('A short notice').click()
  await page.getByRole('button', { name: 'Close toast' }).click()
  await expect.element(page.getByText('A short notice')).not.toBeInTheDocument()
  await expect.element(dialog('AI Assistants')).toBeVisible()
  await userEvent.click(document.documentElement, beside)
  await expect.element(dialog('AI Assistants')).not.toBeInTheDocument()
})

test('the form of an own assistant names its fields and buttons', async () => {
  await openForm()
  await atEveryWidth(async () => {
    for (const starred of ['Avatar Photo', 'Assistant Name', 'First Message']) {
      await expect.element(form().getByText(`${starred} *`, { exact: true })).toBeVisible()
      await expect.element(form().getByLabelText(new RegExp(`^${starred}`))).toHaveAttribute('required')
    }
    await expect.element(form().getByRole('combobox', { name: 'Voice Type', exact: true })).toBeVisible()
    await expect.element(form().getByRole('textbox', { name: 'System Prompt', exact: true })).toBeVisible()
    await expect.element(form().getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
    const { width, height } = form().getByRole('button', { name: 'Close' }).element().getBoundingClientRect()
    expect(Math.min(width, height), 'large enough for a thumb').toBeGreaterThanOrEqual(44)
  }, NARROW_AND_WIDE_PX)
  await form().getByRole('tab', { name: 'Test Avatar', exact: true }).click()
  await form().getByRole('button', { name: 'Talk', exact: true }).click()
  await expect.element(form().getByText('Please enter some text to speak', { exact: true })).toBeVisible()
  await expect.element(form().getByLabelText('Text to speak')).toHaveFocus()
})

test('the form requires the starred fields and keeps the typed text', async () => {
  await openForm()
  expect(form().getByRole('combobox', { name: 'Voice Type' }).getByRole('option').elements()).toHaveLength(10)
  const submit = form().getByRole('button', { name: 'Submit Assistant' })
  await submit.click()
  for (const wanted of [
    'Add a photo for your assistant.',
    'Give your assistant a name.',
    'Write what your assistant says first.',
  ]) {
    await expect.element(form().getByText(wanted)).toBeVisible()
  }
  await expect.element(form().getByLabelText(/^Avatar Photo/)).toHaveFocus()

  const question = form().getByRole('textbox', { name: 'Question 1' })
  const answer = form().getByRole('textbox', { name: 'Answer 1' })
  await form().getByRole('button', { name: 'Add a question' }).click()
  await expect.element(question).toHaveFocus()
  // Fields are validated when they lose the focus, or on submitting.
  await userEvent.tab()
  await expect.element(answer).toHaveFocus()
  await expect.element(question).toHaveAttribute('aria-invalid', 'true')
  await expect.element(answer).toHaveAttribute('aria-invalid', 'false')
  await submit.click()
  await expect.element(answer).toHaveAttribute('aria-invalid', 'true')
  await answer.click()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(form().getByRole('button', { name: 'Add a question' })).toHaveFocus()
  await expect.element(form().getByRole('status').filter({ hasText: 'Question 1 was removed.' })).toBeInTheDocument()

  await form()
    .getByLabelText(/^Assistant Name/)
    .fill('Nora')
  await form().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(form()).not.toBeInTheDocument()
  await openAgain()
  await expect.element(form().getByLabelText(/^Assistant Name/)).toHaveValue('Nora')
})

test('the form refuses files that are not images, whatever their name, and keeps the previous photo', async () => {
  await openForm()
  const field = form().getByLabelText(/^Avatar Photo/)
  await expect.element(field).toHaveAttribute('accept', 'image/*')
  await field.upload(new File(['%PDF-1.7'], 'face.pdf', { type: 'application/pdf' }))
  await expect.element(form().getByText(/That is not an image\./)).toBeVisible()
  const canvas = new OffscreenCanvas(1, 1)
  canvas.getContext('2d')?.fillRect(0, 0, 1, 1)
  await field.upload(new File([await canvas.convertToBlob()], 'face.png', { type: 'image/png' }))
  await expect.element(form().getByText('face.png')).toHaveAttribute('aria-live', 'polite')
  await field.upload(new File(['\u0089PNG\r\n\u001A\nno picture'], 'broken.png', { type: 'image/png' }))
  await expect.element(form().getByText(/could not be opened|not an image/)).toBeVisible()
  await expect.element(form().getByText('face.png')).toBeVisible()
})

async function fillIn() {
  const canvas = new OffscreenCanvas(1, 1)
  canvas.getContext('2d')?.fillRect(0, 0, 1, 1)
  await form()
    .getByLabelText(/^Avatar Photo/)
    .upload(new File([await canvas.convertToBlob()], 'face.png', { type: 'image/png' }))
  await form()
    .getByLabelText(/^Assistant Name/)
    .fill('Nora')
  await form()
    .getByLabelText(/^First Message/)
    .fill('Hello.')
}

test('closing the form while it is sent calls that off and keeps it, and what is open then stays open', async () => {
  const uploads: AbortSignal[] = []
  const created = vi.fn<() => Response>(() => refusal(401, 'unauthenticated'))
  const site = await openForm({
    // Like the network, this answers only if the request has not been called off.
    'POST /api/files/photos': ({ signal }: Request) => {
      uploads.push(signal)
      return new Promise<Response>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
    'POST /api/own-assistants': created,
  })
  await fillIn()
  await form().getByRole('button', { name: 'Submit Assistant' }).click()
  await expect.element(form().getByRole('button', { name: 'Sending...' })).toBeVisible()
  await expect.poll(() => uploads.length).toBe(1)
  await form().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(form()).not.toBeInTheDocument()
  expect(uploads[0]?.aborted).toBe(true)
  await catalogueButton().click()
  await expect.element(dialog('AI Assistants')).toBeVisible()
  expect([site.path(), created.mock.calls.length]).toEqual(['/assistants', 0])
  await userEvent.keyboard('{Escape}')
  await openAgain()
  await expect.element(form().getByLabelText(/^First Message/)).toHaveValue('Hello.')
})

test('a form that was sent without an answer names itself again, and another one after starting over', async () => {
  const sent: unknown[] = []
  await openForm({
    'POST /api/files/photos': () => Response.json({ id: 'a'.repeat(32), url: '/files/a' }),
    'POST /api/own-assistants': async (request: Request) => {
      const { submissionId } = (await request.json()) as { submissionId: string }
      sent.push(submissionId)
      return new Response(null, { status: 503 })
    },
  })
  await fillIn()
  const submit = form().getByRole('button', { name: 'Submit Assistant' })
  for (const count of [1, 2]) {
    await submit.click()
    await expect.poll(() => sent.length).toBe(count)
    await expect.element(submit).toBeEnabled()
  }
  const refused = form().getByRole('alert').filter({ hasText: 'That did not work' })
  await expect.element(refused).toBeVisible()
  expect(sent[1]).toBe(sent[0])
  await form().getByRole('button', { name: 'Start over' }).click()
  await fillIn()
  await submit.click()
  await expect.poll(() => sent.length).toBe(3)
  expect(sent[2]).not.toBe(sent[0])
})

test('what was read from a CSV file is announced', async () => {
  await openForm()
  const regions = liveRegions()
  const csv = new File(['question,answer\nDo you wash cars?,Yes.\nWhere?'], 'k.csv', { type: 'text/csv' })
  await form().getByLabelText('Import a CSV file').upload(csv)
  const result = form().getByText('One question was added. These lines were left out:')
  await expect.element(result).toBeVisible()
  expect(regions).toContain(result.element().closest('[aria-live=polite]'))
})

test('people who are signed out are told on a phone, without scrolling, that voices need an account', async () => {
  await page.viewport(390, 520)
  const site = await openSite('/')
  await page.getByRole('button', { name: 'Create an assistant for your business today' }).first().click()
  await form().getByRole('tab', { name: 'Test Avatar' }).click()
  await form().getByLabelText('Text to speak').fill('Good morning.')
  await userEvent.tab()
  const regions = liveRegions()
  const expectTold = async (told: Locator) => {
    await expect.element(told).toBeInViewport({ ratio: 1 })
    expect(regions).toContain(told.element().closest('[aria-live=assertive]'))
  }
  await form().getByRole('button', { name: 'Talk', exact: true }).click()
  await expectTold(form().getByText(/What you filled in stays\./))
  await form().getByRole('button', { name: 'Start Interactive Conversation' }).click()
  await expectTold(form().getByText('You need an account to talk with it.'))
  await form().getByRole('link', { name: 'Log in or sign up' }).last().click()
  await expect.poll(() => site.path()).toBe('/auth')
})

test('screen readers are told that a text is about to be spoken, and if the voice fails, the text stays', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  await openForm({ 'POST /api/speech': () => promise })
  await form().getByRole('tab', { name: 'Test Avatar' }).click()
  await form().getByLabelText('Text to speak').fill('Hello.')
  await form().getByRole('button', { name: 'Talk', exact: true }).click()
  await expect.element(form().getByRole('status').filter({ hasText: 'Preparing the voice' })).toBeInTheDocument()
  resolve(new Response(null, { status: 503 }))
  await expect
    .element(form().getByRole('alert').getByText('Failed to generate talking video. Please try again.'))
    .toBeVisible()
  await expect.element(form().getByLabelText('Text to speak')).toHaveValue('Hello.')
})

test('an ElevenLabs key is required, sent trimmed, refused with a message, and never stored', async () => {
  const sent: { key: string | null; body: unknown }[] = []
  await openForm({
    'POST /api/speech': async (request: Request) => {
      sent.push({ key: request.headers.get('x-speech-key'), body: await request.json() })
      return refusal(403, 'speech-key-refused', { detail: 'ElevenLabs did not accept the key.' })
    },
  })
  const tab = (name: string) => form().getByRole('tab', { name, exact: true }).click()
  const talk = () => form().getByRole('button', { name: 'Talk', exact: true }).click()
  const key = form().getByLabelText('ElevenLabs API key')
  await tab('Test Avatar')
  await expect.element(key).not.toBeInTheDocument()
  await form().getByLabelText('Text-to-speech provider').selectOptions('elevenlabs')
  await expect.element(key).toHaveAttribute('type', 'password')
  await form().getByLabelText('Text to speak').fill('Good morning.')
  await talk()
  await expect.element(form().getByText('Please provide your ElevenLabs API key', { exact: true })).toBeVisible()
  await expect.element(key).toHaveFocus()
  expect(await violations()).toEqual([])

  await key.fill('  xi-secret ')
  await talk()
  await expect
    .element(
      form()
        .getByRole('alert')
        .getByText(/ElevenLabs did not accept the key\./),
    )
    .toBeVisible()
  expect(sent).toEqual([
    { key: 'xi-secret', body: { text: 'Good morning.', voiceId: 'willow', provider: 'elevenlabs' } },
  ])
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain('xi-secret')
  await tab('Customize')
  await tab('Test Avatar')
  await expect.element(key).toHaveValue('  xi-secret ')
  await userEvent.keyboard('{Escape}')
  await openAgain()
  await tab('Test Avatar')
  await form().getByLabelText('Text-to-speech provider').selectOptions('elevenlabs')
  await expect.element(key).toHaveValue('')
})

test('without a microphone the conversation shows the specification’s text and offers typing', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  await openForm()
  await form().getByRole('tab', { name: 'Test Avatar' }).click()
  await form().getByRole('button', { name: 'Start Interactive Conversation' }).click()
  await expect
    .element(
      form()
        .getByRole('alert')
        .getByText('Microphone access is required for conversation mode. Please allow access and try again.', {
          exact: true,
        }),
    )
    .toBeVisible()
  await expect.element(form().getByLabelText(/^Type to /)).toBeVisible()
  await expect.element(form().getByRole('button', { name: 'Start Talking' })).toHaveFocus()
  expect(await violations()).toEqual([])
})

test('the button that plays a voice says that it stops it', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  await openForm()
  const listen = form().getByRole('button', { name: /^Listen to / })
  await listen.click()
  await form().getByRole('button', { name: 'Stop the voice' }).click()
  await expect.element(listen).toBeVisible()
})

test('on a phone, a notice appears below the head of the open dialog', async () => {
  await page.viewport(390, 844)
  await openForm()
  await form()
    .getByRole('button', { name: /^Listen to / })
    .click()
  const notice = () => document.querySelector('[data-sonner-toast]')
  await expect.poll(() => notice()?.textContent).toContain('The voice could not be played')
  // The toast must be below the dialog's head, which ends 20 px above the tabs.
  const tabs = form().getByRole('tablist').element().getBoundingClientRect().top
  await expect.poll(() => (notice()?.getBoundingClientRect().top ?? 0) - tabs).toBeGreaterThan(-12)
})
