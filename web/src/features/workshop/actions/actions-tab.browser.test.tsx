import { actionSettingsSchema, saveActionsRequestSchema, type ActionSettings } from '#contract/actions.ts'
import { websiteSchema } from '#contract/website.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Answers } from '../../../lib/answers-testing.ts'
import { openSite, refusal } from '../../../routes/site-testing.tsx'
import { NORA, NORA_API } from '../../../routes/workshop-testing.ts'
import { atEveryWidth, isAskedOnLeaving, violations } from '../../../ui/show-testing.tsx'

const NO_CALENDAR = { state: 'none', readAt: null, problem: null }

async function openActions(settings: object = {}, answers: Answers = {}) {
  const saved: ActionSettings[] = []
  let kept = actionSettingsSchema.parse(settings)
  let revision = 1
  const answer = () => Response.json({ settings: kept, revision: `r${revision}`, calendar: NO_CALENDAR })
  /** Changes the stored settings, for saving and to simulate another tab. */
  const change = (by: object) => {
    kept = actionSettingsSchema.parse({ ...kept, ...by })
    revision += 1
  }
  await openSite(`/assistants/${NORA.id}/actions`, {
    isSignedIn: true,
    answers: {
      [`GET ${NORA_API}`]: () => Response.json(NORA),
      [`GET ${NORA_API}/actions`]: () => answer(),
      [`PUT ${NORA_API}/actions`]: async (request) => {
        const sent = saveActionsRequestSchema.parse(await request.json())
        if (sent.revision !== `r${revision}`) return refusal(409, 'changed-meanwhile')
        change(sent)
        saved.push(kept)
        return answer()
      },
      [`POST ${NORA_API}/free-times`]: () =>
        Response.json({
          timeZone: 'UTC',
          calendar: { state: 'away', readAt: null, problem: 'The server took too long.' },
          days: [{ day: '2026-11-24', starts: ['2026-11-24T09:00', '2026-11-24T09:30'] }],
        }),
      ...answers,
    },
  })
  return { saved, change }
}

const card = (name: string) => page.getByRole('switch', { name })
const settingsOf = (name: string) => page.getByRole('button', { name: `Settings: ${name}` })

test('switching an action on shows its settings, and each change is saved automatically', async () => {
  const { saved } = await openActions()
  await card('Take a message').click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Tell us')
  await page.getByRole('button', { name: 'Remove Your email' }).click()
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect
    .poll(() => saved.at(-1)?.message)
    .toMatchObject({
      isOn: true,
      title: 'Tell us',
      fields: [{ id: 'name' }, { id: 'message' }],
    })
})

test('incomplete settings stay as typed, even if the tab is left, and are saved once they are complete', async () => {
  const { saved } = await openActions({ message: { isOn: true } })
  await expect.element(settingsOf('Take a message')).toHaveAttribute('aria-expanded', 'false')
  await settingsOf('Take a message').click()
  await expect.element(settingsOf('Take a message')).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('textbox', { name: 'Title' }).fill('')
  await expect.element(page.getByText('The title is missing.')).toBeVisible()
  await expect.element(page.getByText('Not saved yet: something is missing below.')).toBeVisible()
  await card('Call back').click()
  expect(isAskedOnLeaving()).toBe(true)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect.element(page.getByText('Not saved yet: something is missing', { exact: true })).toBeVisible()
  expect(isAskedOnLeaving()).toBe(true)
  await page.getByRole('link', { name: 'Actions', exact: true }).click()
  expect(saved).toEqual([])
  await page.getByRole('textbox', { name: 'Title' }).fill('Tell us')
  await expect.poll(() => saved).toMatchObject([{ message: { title: 'Tell us' }, callback: { isOn: true } }])
  await expect.poll(isAskedOnLeaving).toBe(false)
})

test('a failed save keeps the typed text and offers to try again', async () => {
  let isDown = true
  const { saved } = await openActions(
    { message: { isOn: true } },
    {
      [`PUT ${NORA_API}/actions`]: async (request) => {
        if (isDown) return new Response(null, { status: 503 })
        const settings = actionSettingsSchema.parse(await request.json())
        saved.push(settings)
        return Response.json({ settings, revision: 'r2', calendar: NO_CALENDAR })
      },
    },
  )
  await settingsOf('Take a message').click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Tell us')
  const again = page.getByRole('button', { name: 'Try Again' })
  await expect.element(again).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Tell us')
  isDown = false
  await again.click()
  await expect.poll(() => saved.at(-1)?.message.title).toBe('Tell us')
})

test('changes from another tab are not overwritten until the owner chooses', async () => {
  const { saved, change } = await openActions({ message: { isOn: true } })
  await settingsOf('Take a message').click()
  const title = page.getByRole('textbox', { name: 'Title' })
  change({ handover: { isOn: true } })
  await title.fill('Tell us')
  const newer = page.getByRole('button', { name: 'Show the newer settings' })
  await expect.element(newer).toBeVisible()
  expect(saved).toEqual([])
  await newer.click()
  await expect.element(card('Hand over to a person')).toBeChecked()
  await settingsOf('Take a message').click()
  await expect.element(title).toHaveValue('Leave a message')

  change({ handover: { isOn: false } })
  await title.fill('Write to us')
  await page.getByRole('button', { name: 'Replace them with mine' }).click()
  await expect.poll(() => saved.at(-1)).toMatchObject({ message: { title: 'Write to us' }, handover: { isOn: true } })
})

test('fields, cards and webhooks are added and removed, and every action can be switched on', async () => {
  const { saved } = await openActions()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  await card('Take a message').click()
  await button('Add a field').click()
  await expect.element(box('Label 4')).toHaveFocus()
  await box('Label 4').fill('Size')
  await page.getByRole('combobox', { name: 'Kind 4' }).selectOptions('Choice')
  await box('Choices 4').fill('small, ,large')
  await page.getByRole('checkbox', { name: 'Required' }).last().click()
  await settingsOf('Take a message').click()

  for (const name of ['Call back', 'Hand over to a person']) await card(name).click()
  await page.getByRole('checkbox', { name: 'Email me each one at once' }).click()
  await settingsOf('Call back').click()

  await button('Add a webhook of your own').click()
  await box('Name').fill('Stock')
  await box('When to use it').fill('When callers ask what is left.')
  await box('Address').fill('https://mill.example/stock')
  await page.getByLabelText('Seconds to wait for an answer').fill('3')
  await box('Ways to ask for it').fill('what is left, is there any bread')
  await expect
    .poll(() => saved.at(-1)?.webhooks)
    .toMatchObject([
      {
        name: 'Stock',
        url: 'https://mill.example/stock',
        timeoutSeconds: 3,
        asks: ['what is left', 'is there any bread'],
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    ])
  expect(saved.at(-1)).toMatchObject({
    message: { isMailed: true },
    callback: { isOn: true, isMailed: false },
    handover: { isOn: true },
  })
  expect(saved.at(-1)?.message.fields.at(-1)).toMatchObject({
    label: 'Size',
    kind: 'choice',
    isRequired: false,
    choices: ['small', 'large'],
  })
  await button('Remove this webhook').click()
  await button('Add a card to show').click()
  await box('Title').fill('The menu')
  await box('Link').fill('https://mill.example/menu')
  await expect
    .poll(() => saved.at(-1))
    .toMatchObject({ webhooks: [], cards: [{ title: 'The menu', url: 'https://mill.example/menu' }] })
})

/** The width that a field takes if nothing narrows it, in pixels. */
function ownWidthOf(field: HTMLInputElement): number {
  const copy = field.cloneNode() as HTMLInputElement
  copy.style.cssText = 'position: absolute; width: max-content; min-width: 0'
  field.after(copy)
  const width = copy.offsetWidth
  copy.remove()
  return width
}

test('a break, hours copied from Monday and closed days can be set, and free times are shown', async () => {
  const { saved } = await openActions({ timeZone: 'Europe/Berlin', appointments: { isOn: true } })
  await settingsOf('Book appointments').click()
  await expect.element(page.getByText('09:00, 09:30')).toBeVisible()
  const away = page.getByRole('alert').getByText(/Your calendar could not be read: The server took too long/)
  await expect.element(away).toBeVisible()
  await page.getByRole('button', { name: 'Add a break on Monday' }).click()
  await atEveryWidth(async () => {
    for (const time of document.querySelectorAll<HTMLInputElement>('input[type=time]')) {
      expect(time.offsetWidth, `${time.ariaLabel} shows the whole time`).toBeGreaterThanOrEqual(ownWidthOf(time))
    }
  }, [320, 390, 640, 1280])
  await page.getByLabelText('Monday, 2, to').fill('00:00')
  await page.getByRole('button', { name: 'Tuesday to Friday like Monday' }).click()
  await page.getByRole('checkbox', { name: 'Friday' }).click()
  await page.getByRole('button', { name: 'Add closed days' }).click()
  await expect.element(page.getByLabelText('Closed from, 1')).toHaveFocus()
  await page.getByLabelText('Closed from, 1').fill('2026-12-24')
  const withBreak = [
    { from: '09:00', to: '12:00' },
    { from: '13:00', to: '24:00' },
  ]
  await expect
    .poll(() => saved.at(-1)?.appointments)
    .toMatchObject({
      hours: { monday: withBreak, thursday: withBreak, friday: [] },
      closedDays: [{ from: '2026-12-24', to: '2026-12-24' }],
    })
  await page.getByLabelText('Monday, 2, from').fill('11:00')
  await expect.element(page.getByRole('alert').getByText('Two times overlap.')).toBeVisible()
})

test('free times that cannot be looked up are reported', async () => {
  const away = () => refusal(503, 'unavailable')
  await openActions({ appointments: { isOn: true } }, { [`POST ${NORA_API}/free-times`]: away })
  await settingsOf('Book appointments').click()
  await expect.element(page.getByRole('alert').getByText('T. D')).toBeVisible()
})

test('the talk tab lists the remaining steps to the first lead', async () => {
  await openSite(`/assistants/${NORA.id}/talk`, {
    isSignedIn: true,
    answers: {
      [`GET ${NORA_API}`]: () => Response.json(NORA),
      [`GET ${NORA_API}/actions`]: () =>
        Response.json({
          settings: actionSettingsSchema.parse({ message: { isOn: true } }),
          revision: 'r1',
          calendar: NO_CALENDAR,
        }),
      [`GET ${NORA_API}/website`]: () => Response.json(websiteSchema.parse({ sites: [], look: {}, revision: 'r1' })),
    },
  })
  const steps = page.getByRole('region', { name: 'On the way to your first lead' })
  await expect.element(steps.getByRole('link', { name: 'Allow your website' })).toBeVisible()
  await expect
    .element(steps.getByRole('link', { name: 'Choose what visitors can leave or book' }))
    .not.toBeInTheDocument()
  expect(await violations()).toEqual([])
})

test('with everything switched on, the tab fits each width and passes axe', async () => {
  await openActions({
    timeZone: 'Europe/Berlin',
    message: { isOn: true },
    callback: { isOn: true },
    handover: { isOn: true },
    appointments: { isOn: true },
    cards: [{ id: 'menu', title: 'The menu', url: 'https://x.example/' }],
    webhooks: [{ id: 'stock', name: 'Stock', url: 'https://x.example/' }],
  })
  await expect.element(settingsOf('Take a message')).toBeVisible()
  for (const settings of page.getByRole('button', { name: /^Settings: / }).all()) await settings.click()
  await expect.element(page.getByText('09:00, 09:30')).toBeVisible()
  await atEveryWidth(async () => {
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth)
  })
  expect(await violations()).toEqual([])
})
