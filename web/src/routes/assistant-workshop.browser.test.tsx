import { actionSettingsSchema } from '#contract/actions.ts'
import { spendingLimitsSchema } from '#contract/spending-limits.ts'
import type { Website } from '#contract/website.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, dialog, isAskedOnLeaving, violations } from '../ui/show-testing.tsx'
import type { Answers } from '../lib/answers-testing.ts'
import { openSite, refusal } from './site-testing.tsx'
import { keptAssistant, NORA, NORA_API } from './workshop-testing.ts'

// The workshop of an assistant in the browser. That the server stores drafts and versions is tested in
// server/src/features/assistants/own/drafts.db.test.ts.

const WORKSHOP = `/assistants/${NORA.id}`
const tab = (name: string) => page.getByRole('navigation', { name: 'Workshop of Nora' }).getByRole('link', { name })
const part = (name: string) => page.getByRole('region', { name, exact: true })
const box = (name: string | RegExp) => page.getByRole('textbox', { name })

async function openWorkshop(path = '', more: Answers = {}) {
  const server = keptAssistant(more)
  const site = await openSite(`${WORKSHOP}${path}`, { isSignedIn: true, answers: server.answers })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Nora' })).toBeVisible()
  return { ...server, site }
}

test('each tab has an address and keeps the focus, and going back returns to the previous tab', async () => {
  await page.viewport(390, 844)
  const { site } = await openWorkshop()
  await expect.element(tab('Talk')).toHaveAttribute('aria-current', 'page')
  await expect.element(part('Talk').getByText(/^You’re talking with your draft/)).toBeVisible()
  tab('Knowledge').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(box('Answer 1')).toHaveValue('At seven.')
  expect(site.path()).toBe(`${WORKSHOP}/knowledge`)
  await expect.element(tab('Knowledge')).toHaveFocus()
  expect(await violations()).toEqual([])
  await site.goBack()
  await expect.element(part('Talk')).toBeVisible()
  expect(document.title).toBe('Nora · Talk · Voxhall')
})

test('the address of an unknown tab leads to the first tab', async () => {
  const { site } = await openWorkshop('/nothing')
  await expect.element(part('Talk')).toBeVisible()
  expect(site.path()).toBe(WORKSHOP)
})

test('a long name without spaces is broken, and widens neither a tab nor a dialog', async () => {
  const name = 'Mill'.repeat(15)
  const website: Website = {
    sites: [],
    look: { mode: 'button', side: 'right', label: 'Talk with us', colour: '#a8381a', bubble: '' },
    revision: 'r1',
  }
  const { answers, change } = keptAssistant({
    [`GET ${NORA_API}/website`]: () => Response.json(website),
    [`GET ${NORA_API}/limits`]: () =>
      Response.json({ limits: spendingLimitsSchema.parse({}), revision: 'r1', usedToday: 0, usedThisMonth: 0 }),
    [`GET ${NORA_API}/actions`]: () =>
      Response.json({
        settings: actionSettingsSchema.parse({}),
        revision: 'r1',
        calendar: { state: 'none', readAt: null, problem: null },
      }),
  })
  change({ name, status: 'draft', editing: { ...NORA.editing, name } })
  await page.viewport(280, 640)
  await openSite(WORKSHOP, { isSignedIn: true, answers })
  const tabs = page.getByRole('navigation', { name: `Workshop of ${name}` })
  for (const [label, text] of [
    ['Talk', /is not live, so callers cannot talk with it/],
    ['Knowledge', /^Add a page of your website or a file/],
    ['Actions', /^What Mill/],
    ['Website', /^Only the websites in this list/],
    ['Settings', /^Visitors read that Mill/],
  ] as const) {
    await tabs.getByRole('link', { name: label }).click()
    await expect.element(page.getByText(text)).toBeVisible()
    expect(document.documentElement.scrollWidth, label).toBe(280)
  }
  await button('Delete this assistant').click()
  const question = dialog(`Delete ${name}?`)
  await expect.element(question).toBeVisible()
  expect(question.getByRole('heading').element().getBoundingClientRect().right).toBeLessThanOrEqual(280)
})

test('an assistant of another account is shown as not found', async () => {
  const answers = { [`GET ${NORA_API}`]: () => refusal(404, 'not-found') }
  await openSite(WORKSHOP, { isSignedIn: true, answers })
  await expect.element(page.getByRole('heading', { name: 'There is no such assistant' })).toBeVisible()
  expect(await violations()).toEqual([])
})

test('a visitor who is not signed in is sent to sign in', async () => {
  const site = await openSite(`${WORKSHOP}/settings`)
  await expect.element(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  expect(site.path()).toBe('/auth')
})

test('changes are saved automatically, kept across tabs, compared and published', async () => {
  const { kept } = await openWorkshop('/settings')
  await expect.element(page.getByText('No changes since version 4')).toBeVisible()
  await box(/^Assistant Name/).fill('Nina')
  await tab('Knowledge').click()
  await box('Answer 1').fill('At six.')
  await expect.element(page.getByText('2 changes since version 4')).toBeVisible()
  await expect
    .poll(() => kept.now.editing)
    .toMatchObject({ name: 'Nina', knowledge: { pairs: [{ answer: 'At six.' }] } })
  await expect.element(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()

  await button('Compare').click()
  const compare = dialog('2 changes since version 4')
  await expect.element(compare.getByText('Question changed: When are you open?')).toBeVisible()
  const textsOf = (role: 'deletion' | 'insertion') =>
    compare
      .getByRole(role)
      .elements()
      .map((each) => each.textContent)
  expect([textsOf('deletion'), textsOf('insertion')]).toEqual([
    ['Nora', 'At seven.'],
    ['Nina', 'At six.'],
  ])
  expect(await violations()).toEqual([])
  await compare.getByRole('button', { name: 'Publish' }).click()
  await expect.element(page.getByText('No changes since version 5')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Nina' })).toBeVisible()
  expect(kept.now).toMatchObject({ name: 'Nina', published: 5, hasDraft: false })
})

test('text typed while a draft is published stays, and is saved as the next change', async () => {
  const { kept, answers } = await openWorkshop('/settings')
  const answered = Promise.withResolvers<void>()
  const publish = answers[`POST ${NORA_API}/publish`]
  answers[`POST ${NORA_API}/publish`] = async (request) => {
    const answer = await publish?.(request)
    await answered.promise
    return answer ?? refusal(503, 'unavailable')
  }
  await box(/^Assistant Name/).fill('Nina')
  await button('Publish').click()
  await expect.poll(() => kept.now.published).toBe(5)
  await box(/^First Message/).fill('Good evening.')
  await expect.element(page.getByRole('status').filter({ hasText: /^Saving…$/ })).toBeVisible()
  answered.resolve()
  await expect.element(page.getByText('Version 5 of Nina is published')).toBeVisible()
  await expect.element(box(/^First Message/)).toHaveValue('Good evening.')
  await expect.poll(() => kept.now).toMatchObject({ name: 'Nina', editing: { firstMessage: 'Good evening.' } })
  await expect.element(page.getByText('1 change since version 5')).toBeVisible()
  expect(page.getByRole('alert').filter({ hasText: 'changed in the meantime' }).elements()).toHaveLength(0)
})

test('discarding a draft asks first, and an earlier version can be restored', async () => {
  const { kept, answers } = await openWorkshop('/settings')
  await box(/^Assistant Name/).fill('Nina')
  await button('Compare').click()
  await button('Discard draft').click()
  await expect.element(page.getByRole('status').getByText(/Press again to discard them/)).toBeVisible()
  const address = `DELETE ${NORA_API}/draft`
  const { [address]: discard = () => refusal(404, 'not-found') } = answers
  answers[address] = () => refusal(503, 'unavailable')
  await button('Discard for good').click()
  await expect.element(page.getByRole('alert').getByText('T. D')).toBeVisible()
  answers[address] = discard
  await button('Discard for good').click()
  await expect.element(box(/^Assistant Name/)).toHaveValue('Nora')
  expect(kept.now.hasDraft).toBe(false)

  await button('History').click()
  const look = button('What version 3 would change')
  await expect.element(look).toHaveAttribute('aria-expanded', 'false')
  await look.click()
  await expect.element(look).toHaveAttribute('aria-expanded', 'true')
  await expect.element(dialog('History').getByText('Norah')).toBeVisible()
  expect(await violations()).toEqual([])
  await button('Go back to version 3').click()
  await expect.element(box(/^Assistant Name/)).toHaveValue('Norah')
  await expect.element(page.getByText('1 change since version 4')).toBeVisible()
})

test('publishing an incomplete draft leads to the tab and field where something is missing', async () => {
  const { kept, site } = await openWorkshop('/knowledge')
  await button('Add a question').click()
  await expect.poll(() => kept.now.hasDraft).toBe(true)
  await tab('Talk').click()
  await button('Publish').click()
  await expect.poll(() => site.path()).toBe(`${WORKSHOP}/knowledge`)
  await expect.element(part('Knowledge').getByText('Write the question.')).toBeVisible()
  expect(kept.now.published).toBe(4)
})

test('changes from elsewhere are not overwritten until the owner chooses', async () => {
  const { kept, change, editing } = await openWorkshop('/settings')
  change({ hasDraft: true, editing: editing({ firstMessage: 'Good evening.' }) })
  await box(/^Assistant Name/).fill('Nico')
  const alert = page.getByRole('alert').filter({ hasText: 'This assistant was changed in the meantime' })
  await expect.element(alert).toBeVisible()
  expect(kept.now.editing.name).toBe('Nora')
  expect(await violations()).toEqual([])
  // Reading the assistant again replaces nothing either.
  await button('Pause').click()
  await expect.element(page.getByText('Paused', { exact: true })).toBeVisible()
  await expect.element(box(/^Assistant Name/)).toHaveValue('Nico')
  await button('Show the newer version').click()
  await expect.element(box(/^First Message/)).toHaveValue('Good evening.')

  change({ editing: editing({ systemPrompt: 'Be kind.' }) })
  await box(/^Assistant Name/).fill('Nelly')
  await button('Replace it with mine').click()
  await expect.element(alert).not.toBeInTheDocument()
  expect(kept.now.editing).toMatchObject({ name: 'Nelly', systemPrompt: '' })
})

test('changes that could not be saved stay, even after leaving the workshop and coming back', async () => {
  const broken = { isIt: true }
  const { kept, answers, site } = await openWorkshop('/settings')
  const save = answers[`PUT ${NORA_API}/draft`]
  answers[`PUT ${NORA_API}/draft`] = (request) => (broken.isIt || !save ? refusal(503, 'not-saved') : save(request))
  await box(/^Assistant Name/).fill('Nina')
  await expect.element(page.getByRole('alert').filter({ hasText: 'Your last changes are not saved' })).toBeVisible()
  await button('Publish').click()
  await expect.element(button('Publish')).not.toHaveAttribute('aria-disabled', 'true')
  expect(kept.now.published).toBe(4)
  await page.getByRole('main').getByRole('link', { name: 'My assistants' }).click()
  await expect.poll(() => site.path()).toBe('/assistants')
  await expect.element(button('Go back')).toBeVisible()
  expect(isAskedOnLeaving()).toBe(true)
  await button('Go back').click()
  await expect.element(box(/^Assistant Name/)).toHaveValue('Nina')
  await expect.element(page.getByRole('alert').filter({ hasText: 'Your last changes are not saved' })).toBeVisible()
  broken.isIt = false
  dispatchEvent(new Event('online'))
  await expect.poll(() => kept.now.editing.name, { timeout: 1_000 }).toBe('Nina')
})

test('changes of a session that has ended stay, with a link to log in elsewhere', async () => {
  await openWorkshop('/settings', { [`PUT ${NORA_API}/draft`]: () => refusal(401, 'unauthenticated') })
  await box(/^Assistant Name/).fill('Nina')
  const alert = page.getByRole('alert').filter({ hasText: 'You are logged out' })
  await expect.element(alert.getByRole('link', { name: 'Log in' })).toHaveAttribute('target', '_blank')
  await expect.element(box(/^Assistant Name/)).toHaveValue('Nina')
})

test('the photo that was chosen last is saved in the draft, without the position of the face in the old one', async () => {
  const uploads: PromiseWithResolvers<Response>[] = []
  const upload = () => {
    const stored = Promise.withResolvers<Response>()
    uploads.push(stored)
    return stored.promise
  }
  const { kept } = await openWorkshop('/settings', { 'POST /api/files/photos': upload })
  const store = (at: number, letter: string) =>
    uploads[at]?.resolve(
      Response.json({ id: letter.repeat(32), url: '/icons/icon.svg', widthPx: 400, heightPx: 400 }, { status: 201 }),
    )
  const canvas = new OffscreenCanvas(400, 400)
  canvas.getContext('2d')?.fillRect(0, 0, 400, 400)
  const file = new File([await canvas.convertToBlob()], 'face.png', { type: 'image/png' })
  const sending = page.getByRole('status').filter({ hasText: 'Sending the photo…' })
  for (const count of [1, 2]) {
    await page.getByLabelText(/^Avatar Photo/).upload(file)
    await expect.poll(() => uploads.length).toBe(count)
  }
  await expect.element(sending).toBeVisible()
  expect(isAskedOnLeaving()).toBe(true)
  store(1, 'n')
  await expect.poll(() => kept.now.editing).toMatchObject({ photoId: 'n'.repeat(32), photoFace: null })
  store(0, 'o')
  await expect.poll(isAskedOnLeaving).toBe(false)
  expect(kept.now.editing.photoId).toBe('n'.repeat(32))

  await page.getByLabelText(/^Avatar Photo/).upload(file)
  await expect.poll(() => uploads.length).toBe(3)
  await page.getByRole('main').getByRole('link', { name: 'My assistants' }).click()
  await expect.element(page.getByRole('heading', { name: 'My assistants', level: 1 })).toBeVisible()
  store(2, 'l')
  await expect.element(page.getByText('Your new photo was not saved')).toBeVisible()
})

test('the Talk tab tries the draft with the assistant’s own actions', async () => {
  const tried: object[] = []
  await openWorkshop('/talk', {
    'POST /api/own-assistants/tries': async (request) => {
      tried.push((await request.json()) as object)
      return refusal(429, 'too-many-requests')
    },
  })
  await button('Start Interactive Conversation').click()
  await page.getByLabelText('Type to Nora').fill('Can I book?')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => tried).toMatchObject([{ name: 'Nora', assistantId: NORA.id }])
})

test('an assistant can be paused and deleted', async () => {
  const { kept, site } = await openWorkshop('/settings')
  await button('Pause').click()
  await expect.element(page.getByText('Paused', { exact: true })).toBeVisible()
  await button('Delete this assistant').click()
  await dialog('Delete Nora?').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'No assistants yet' })).toBeVisible()
  expect(site.path()).toBe('/assistants')
  expect(kept.isGone).toBe(true)
})
