import { contactRequestSchema } from '#contract/contact.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectFocusKept, violations } from '../ui/show-testing.tsx'
import { openSite, ROBIN, signIn } from './site-testing.tsx'

const WORDS = 'We bake bread and would like our phone answered.'
const message = () => page.getByRole('textbox', { name: 'Message' })
const send = () => page.getByRole('button', { name: 'Send message' })

test('a message can be written by keyboard alone, and its arrival is confirmed', async () => {
  const sent: unknown[] = []
  await openSite('/contact?about=custom-plan', {
    answers: {
      'POST /api/contact': async (request) => {
        sent.push(contactRequestSchema.parse(await request.json()))
        return Response.json({ received: true }, { status: 201 })
      },
    },
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Let’s talk about your plan' })).toBeVisible()
  const topic = page.getByLabelText('What is it about?')
  await expect.element(topic).toHaveValue('custom-plan')
  ;(topic.element() as HTMLElement).focus()
  for (const typed of ['Bea', 'B & S', 'b@b.example', 'Call us back.']) {
    await userEvent.tab()
    await userEvent.keyboard(typed)
  }
  await userEvent.tab()
  await expect.element(send()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Your message has arrived' })).toHaveFocus()
  expect(sent).toMatchObject([{ about: 'custom-plan', name: 'Bea', email: 'b@b.example', message: 'Call us back.' }])
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: 'Write another message' }).click()
  await expect.element(message()).toHaveValue('')
  // The trap for programs cannot be reached, not even by a screen reader.
  const trap = page.getByLabelText('Website', { exact: true })
  ;(trap.element() as HTMLElement).focus()
  await expect.element(trap).not.toHaveFocus()
})

test('missing fields are marked, and the first one is focused', async () => {
  await openSite('/contact')
  await send().click()
  const email = page.getByRole('textbox', { name: 'Email' })
  await expect.element(email).toHaveFocus()
  await expect.element(email).toHaveAccessibleDescription(/Enter your email address/)
  await expect.element(message()).toHaveAccessibleDescription(/Write your message/)
  await email.fill('bea@')
  await userEvent.tab()
  await expect.element(email).toHaveAccessibleDescription(/Enter a full address/)
  await email.fill('bea@example.com')
  await expect.element(email).toHaveAttribute('aria-invalid', 'false')
  expect(await violations()).toEqual([])
})

test('name and address are filled in for people who are signed in', async () => {
  await openSite('/contact', { isSignedIn: true })
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue(ROBIN.email)
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue(ROBIN.displayName)
})

test('signing in on the way fills in what is empty, and keeps the typed address', async () => {
  await openSite('/contact')
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('office@example.com')
  signIn()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue(ROBIN.displayName)
  await expect.element(email).toHaveValue('office@example.com')
})

test('a double click sends one message', async () => {
  let sent = 0
  let answer = (_response: Response) => {}
  await openSite('/contact', {
    isSignedIn: true,
    answers: {
      'POST /api/contact': () => {
        sent += 1
        return new Promise((resolve) => (answer = resolve))
      },
    },
  })
  await message().fill(WORDS)
  await send().dblClick()
  await expect.element(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  await expect.poll(() => sent).toBe(1)
  answer(Response.json({ status: true }))
  await expect.element(page.getByRole('heading', { name: 'Your message has arrived' })).toBeVisible()
  expect(sent).toBe(1)
})

test('a message that cannot be sent stays until it is sent', async () => {
  let isAway = true
  const lost = Promise.withResolvers<Response>()
  const site = await openSite('/contact', {
    answers: {
      'POST /api/contact': () => (isAway ? lost.promise : Response.json({}, { status: 201 })),
    },
  })
  await page.getByRole('textbox', { name: 'Email' }).fill('bea@example.com')
  await message().fill(WORDS)
  await send().click()
  await expectFocusKept(page.getByRole('button', { name: 'Sending...' }))
  lost.reject(new TypeError('Failed to fetch'))
  await expect.element(page.getByRole('alert').getByText(/The server could not be reached/)).toBeVisible()
  await expect.element(message()).toHaveValue(WORDS)
  await expect.element(send()).toHaveFocus()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy', exact: true }).click()
  await expect.element(message()).not.toBeInTheDocument()
  await site.goBack()
  await expect.element(message()).toHaveValue(WORDS)
  isAway = false
  await send().click()
  await expect.element(page.getByRole('heading', { name: 'Your message has arrived' })).toBeVisible()
})
