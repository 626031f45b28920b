import type { Locator } from '@playwright/test'
import { signInContext, signUpAndConfirm } from '../support/accounts.ts'
import { expect, test } from '../support/test.ts'
import { atEveryWidth, expectOnly, unfoldHeader } from '../support/widths.ts'

const PHOTO = {
  name: 'face.gif',
  mimeType: 'image/gif',
  buffer: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
}

/** Each plan's figures in its own card, "Most Popular" on one of them alone, the same button on each. */
async function expectPlans(list: Locator, figures: Record<string, readonly string[]>, popular: string) {
  await expect(list.getByRole('article')).toHaveCount(Object.keys(figures).length)
  for (const [name, texts] of Object.entries(figures)) {
    const card = list.getByRole('article', { name, exact: true })
    await expectOnly(card.getByRole('heading', { name, exact: true }))
    await expectOnly(...texts.map((text) => card.getByText(text, { exact: true })))
    await expect(card.getByText('Most Popular', { exact: true })).toHaveCount(name === popular ? 1 : 0)
  }
}

test('a trial of a minute ends with the plans; a form that is complete with those for a business', async ({
  page,
  context,
  server,
}) => {
  await signInContext(context, await signUpAndConfirm(server.url))
  await page.clock.install()
  await page.goto('/')
  await (await unfoldHeader(page)).getByRole('button', { name: 'AI Assistants' }).click()
  // Of Healthcare's agent the buttons are in a frame.
  const card = page.getByRole('article').filter({ hasText: 'with Marcus' })
  await card.getByRole('button', { name: 'Talk', exact: true }).click()
  const talk = page.getByRole('dialog', { name: /^Talk with/ })
  const begin = talk.getByRole('button', { name: /^Talk with/ })
  // The video in which the assistant greets is made on the spot, the first time.
  await expect(begin).toBeVisible({ timeout: 30_000 })
  await expectOnly(begin, talk.getByText('Conversation', { exact: true }))
  await page.clock.fastForward(61_000)
  await expect(talk).toBeHidden()
  await page.clock.fastForward(500)
  const plans = page.getByRole('dialog', { name: 'Choose Your Avatar Plan', exact: true })
  await atEveryWidth(page, () =>
    expectPlans(
      plans,
      {
        Basic: ['$9.99/month', '250 minutes a month'],
        Premium: ['$19.99', '500 minutes a month'],
        Enterprise: ['$99.99', '2000 minutes a month'],
        Custom: ["Let's Talk", 'Unlimited minutes'],
      },
      'Premium',
    ),
  )
  await expect(plans.getByRole('button', { name: 'Start Talking', exact: true })).toHaveCount(4)
  await page.keyboard.press('Escape')
  await expect(plans).toBeHidden()

  await page.getByRole('button', { name: 'Create an assistant for your business today' }).click()
  const form = page.getByRole('dialog', { name: /^Customize/ })
  await form.getByLabel('Avatar Photo').setInputFiles(PHOTO)
  await form.getByLabel('Assistant Name').fill('Nora')
  await form.getByLabel('First Message').fill('Good morning.')
  await form.getByRole('button', { name: 'Submit Assistant' }).click()
  const business = page.getByRole('dialog', { name: 'Choose Your Business Plan', exact: true })
  await atEveryWidth(page, () =>
    expectPlans(
      business,
      {
        'Small Business': ['$399', '500 minutes a month', '1 assistant'],
        'Medium Business': ['$799', '1200 minutes a month', '3 assistants'],
        Enterprise: ['$1499', '3000 minutes a month', 'Unlimited assistants'],
      },
      'Medium Business',
    ),
  )
  await expect(business.getByRole('button', { name: 'Get Started', exact: true })).toHaveCount(3)
})
