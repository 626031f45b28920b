import { signInContext, signUpAndConfirm } from '../support/accounts.ts'
import { expect, test } from '../support/test.ts'
import { atEveryWidth, expectOnly, unfoldHeader } from '../support/widths.ts'

// The specification's texts and roles, word for word. What the screens do is asked elsewhere.

const BANNER = 'Introducing AI Assistants: Integrate conversational AI into your digital workflows'
const CREATE = 'Create an assistant for your business today'

test('home page and header speak as specified', async ({ page }) => {
  await atEveryWidth(page, async () => {
    await page.goto('/')
    const exactly = (text: string) => page.getByText(text, { exact: true })
    await expectOnly(exactly(BANNER), exactly('Starting for just $9.99/month'))
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/personal AI Assistants/i)
    await expectOnly(
      page.getByRole('button', { name: CREATE, exact: true }),
      page.getByRole('heading', { name: 'AI Avatars for Every Industry', exact: true }),
      exactly('Discover specialized AI assistants designed for your field'),
      page.getByRole('button', { name: 'Learn More', exact: true }),
    )
    await page.getByRole('button', { name: 'Learn More' }).click()
    await expectOnly(
      page.getByRole('button', { name: 'Show Less', exact: true }),
      page.getByRole('heading', { name: 'What Our Customers Say', exact: true }),
    )
    for (const initials of ['MO', 'JR', 'PN']) await expectOnly(exactly(initials))

    const banner = await unfoldHeader(page)
    await expect(banner).toHaveCSS('position', 'fixed')
    await expect(banner.getByRole('link').first()).toHaveAttribute('href', '/')
    await expectOnly(
      page.getByRole('button', { name: 'AI Assistants', exact: true }),
      page.getByRole('link', { name: 'Plans & Pricing', exact: true }),
      page.getByRole('link', { name: 'Log in', exact: true }),
      page.getByRole('link', { name: 'Subscribe now', exact: true }),
    )
    await expect(page.getByRole('link', { name: 'Subscribe now' })).toHaveAttribute('href', '/auth')
  })
})

test('the catalogue shows what an assistant is, and the button that the viewer may press', async ({
  page,
  context,
  server,
}) => {
  const dialog = page.getByRole('dialog', { name: 'AI Assistants', exact: true })
  const cards = dialog.getByRole('article')
  const marcus = cards.filter({ hasText: 'with Marcus' })
  await page.goto('/')
  await (await unfoldHeader(page)).getByRole('button', { name: 'AI Assistants' }).click()
  await atEveryWidth(page, async () => {
    await expect(cards).toHaveCount(16)
    await expect(cards.getByRole('button', { name: 'Sign up to talk', exact: true })).toHaveCount(16)
    await expectOnly(
      marcus.getByRole('img', { name: 'Marcus' }),
      marcus.getByText('Finance', { exact: true }),
      marcus.getByRole('heading'),
      marcus.getByText('with Marcus', { exact: true }),
    )
  })
  await marcus.getByRole('button').click()
  await expect(page).toHaveURL('/auth')

  await signInContext(context, await signUpAndConfirm(server.url))
  await page.goto('/')
  await expectOnly((await unfoldHeader(page)).getByRole('button', { name: 'Log out', exact: true }))
  await page.getByRole('banner').getByRole('button', { name: 'AI Assistants' }).click()
  await expect(cards.getByRole('button', { name: 'Talk', exact: true })).toHaveCount(16)
})

test('the form of an own assistant names its fields and buttons', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: CREATE }).click()
  const dialog = page.getByRole('dialog', { name: /^Customize ./ })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  await atEveryWidth(page, async () => {
    for (const starred of ['Avatar Photo', 'Assistant Name', 'First Message']) {
      await expectOnly(dialog.getByText(`${starred} *`, { exact: true }))
      await expect(dialog.getByLabel(starred)).toHaveAttribute('required')
    }
    await expectOnly(
      dialog.getByRole('combobox', { name: 'Voice Type', exact: true }),
      dialog.getByRole('textbox', { name: 'System Prompt', exact: true }),
    )
    await expectOnly(button('Cancel'), button('Submit Assistant'))
  })
  await dialog.getByRole('tab', { name: 'Test Avatar', exact: true }).click()
  await atEveryWidth(page, () => expectOnly(dialog.getByLabel('Voice Type'), button('Talk'), button('Stop')))
  await button('Talk').click()
  await expectOnly(dialog.getByText('Please enter some text to speak', { exact: true }))
  await expect(dialog.getByLabel('Text to speak')).toBeFocused()
  await dialog.getByRole('tab', { name: 'Customize', exact: true }).click()
  await expectOnly(dialog.getByLabel('Assistant Name'))
})
