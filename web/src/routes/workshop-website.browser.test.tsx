import type { OwnAssistantDetail } from '#contract/own-assistant.ts'
import { readSite, SITE_WORDS, type TagLook, type Website } from '#contract/website.ts'
import type { LimitsResponse, SpendingLimits } from '#contract/spending-limits.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, violations } from '../ui/show-testing.tsx'
import { openSite, refusal } from './site-testing.tsx'
import { keptAssistant, NORA, NORA_API } from './workshop-testing.ts'

// The workshop's settings for websites and limits. What the server enforces is tested in features/embed and
// features/calls.

const LOOK: TagLook = { mode: 'button', side: 'right', label: 'Talk with us', colour: '#a8381a', bubble: '' }
const box = (name: string | RegExp) => page.getByRole('textbox', { name })

async function openWebsite(assistant: Partial<OwnAssistantDetail> = {}) {
  const kept: { website: Website; isAway: boolean } = {
    website: { sites: [], look: LOOK, revision: 'r1' },
    isAway: false,
  }
  const now = () => (kept.isAway ? refusal(503, 'unavailable') : Response.json(kept.website))
  const { answers, change } = keptAssistant({
    [`GET ${NORA_API}/website`]: now,
    [`PUT ${NORA_API}/website/look`]: async (request) => {
      if (!kept.isAway) kept.website = { ...kept.website, look: (await request.json()) as TagLook }
      return now()
    },
    [`POST ${NORA_API}/website/sites`]: async (request) => {
      const read = readSite(((await request.json()) as { site: string }).site)
      if ('problem' in read) return refusal(400, 'bad-request')
      const site = { origin: read.pattern, firstSeenAt: null, lastSeenAt: '2026-11-22T18:00:00.000Z' }
      kept.website = { ...kept.website, sites: [...kept.website.sites, site] }
      return now()
    },
    [`DELETE ${NORA_API}/website/sites`]: () => {
      kept.website = { ...kept.website, sites: [] }
      return now()
    },
  })
  change(assistant)
  await openSite(`/assistants/${NORA.id}/website`, { isSignedIn: true, answers })
  await expect.element(page.getByRole('heading', { name: 'Your websites' })).toBeVisible()
  return kept
}

test('a site can be allowed by its plain name, is shown as seen, and can be removed', async () => {
  await openWebsite()
  await box('Address of a website').fill('http://shop.example')
  await button('Allow').click()
  await expect.element(page.getByText(SITE_WORDS.notSecure)).toBeVisible()
  await box('Address of a website').fill('shop.example')
  await button('Allow').click()
  await expect.element(page.getByText('https://shop.example', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Seen on your site')).toBeVisible()
  await expect.element(box('Address of a website')).toHaveValue('')
  expect(await violations()).toEqual([])
  box('Address of a website').element().focus()
  await userEvent.tab({ shift: true })
  await expect.element(button('Remove https://shop.example')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('https://shop.example', { exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByRole('status').getByText('https://shop.example is no longer allowed.')).toBeVisible()
  // The focus moves to the control that is now in the place of the removed one.
  await expect.element(box('Address of a website')).toHaveFocus()
})

test('a site that could not be allowed is reported, and its address stays in the field', async () => {
  const kept = await openWebsite()
  kept.isAway = true
  await box('Address of a website').fill('shop.example')
  await button('Allow').click()
  await expect.element(page.getByText('Your websites were not changed')).toBeVisible()
  await expect.element(box('Address of a website')).toHaveValue('shop.example')
})

test('the note about saving is right-aligned where it has no room beside the heading, too', async () => {
  await openWebsite()
  await page.viewport(700, 800)
  const saved = page.getByRole('region', { name: 'How it looks on your website' }).getByRole('status')
  await expect.element(saved).toHaveTextContent('Saved')
  const [note, section] = [saved.element(), saved.element().closest('section')].map((at) => at?.getBoundingClientRect())
  expect(note?.right).toBeCloseTo(section?.right ?? 0, 0)
})

test('the preview shows the button on the chosen side', async () => {
  await openWebsite()
  const preview = page.getByRole('img', { name: 'How Nora looks on your page' })
  const side = () => {
    const [around, words] = [preview, preview.getByText('Talk with us')].map((at) =>
      at.element().getBoundingClientRect(),
    )
    return around && words && words.x + words.width / 2 < around.x + around.width / 2 ? 'left' : 'right'
  }
  await expect.element(preview.getByText('Talk with us')).toBeVisible()
  expect(side()).toBe('right')
  await page.getByRole('combobox', { name: 'Side' }).selectOptions('Left')
  await expect.poll(side).toBe('left')
})

test('the look is previewed, saved automatically, and kept while the server is unavailable', async () => {
  const kept = await openWebsite()
  await page.viewport(390, 844)
  await box('Text of the button').fill('Ask Nora')
  await expect.element(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
  await expect.poll(() => kept.website.look.label).toBe('Ask Nora')
  await expect.element(page.getByText(/^White text, contrast 6\.\d to 1\.$/)).toBeVisible()
  await page.getByLabelText('Color').fill('#ffe066')
  await expect
    .element(page.getByText(/^Black text, contrast 16\.\d to 1\. .* hard to see on a white page/))
    .toBeVisible()
  const preview = page.getByRole('img', { name: 'How Nora looks on your page' })
  await expect.element(preview.getByText('Ask Nora')).toHaveAttribute('fill', '#000000')
  // Otherwise its failed save would be reported before that of the greeting.
  await expect.poll(() => kept.website.look.colour).toBe('#ffe066')
  kept.isAway = true
  await box(/^Greeting beside the button/).fill('Hungry?')
  await expect.element(page.getByRole('alert').filter({ hasText: 'Your last changes are not saved' })).toBeVisible()
  await expect.element(box(/^Greeting beside the button/)).toHaveValue('Hungry?')
  kept.isAway = false
  await button('Try Again').click()
  await expect.poll(() => kept.website.look.bubble).toBe('Hungry?')
  expect(await violations()).toEqual([])
})

test('the lines to paste contain the assistant’s name, a place for it, and the permission for the microphone', async () => {
  await openWebsite()
  await expect.element(page.getByText(/embed\.js" data-assistant="nora-1" async><\/script>$/)).toBeVisible()
  await expect.element(page.getByText('Nora is not live', { exact: false })).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: 'Shown as' }).selectOptions('Part of the page, always open')
  await expect
    .element(page.getByLabelText('The tag', { exact: true }))
    .toMatchTextContent(/^<div id="assistant"><\/div>\s.* data-assistant="nora-1" data-target-id="assistant" async>/)
  await expect
    .element(page.getByLabelText('The frame', { exact: true }))
    .toMatchTextContent(/\/embed\/nora-1" allow="microphone; autoplay"/)
})

test('the owner of an assistant that is not live reads that websites do not show it yet', async () => {
  await openWebsite({ status: 'draft' })
  await expect.element(page.getByText('Nora is not live', { exact: false })).toBeVisible()
})

test('a change that could not be saved when its tab was left is reported', async () => {
  const kept = await openWebsite()
  kept.isAway = true
  await box('Text of the button').fill('Ask Nora')
  await page.getByRole('navigation', { name: 'Workshop of Nora' }).getByRole('link', { name: 'Settings' }).click()
  await expect.element(page.getByText('Your last change was not saved')).toBeVisible()
})

test('invalid limits are refused with an explanation, and valid ones are saved', async () => {
  const kept: { limits: SpendingLimits | null } = { limits: null }
  const none: SpendingLimits = {
    minutesPerDay: null,
    minutesPerMonth: null,
    callsAtOnce: null,
    callsPerVisitor: null,
    hours: null,
  }
  const answer = (): LimitsResponse => ({
    limits: kept.limits ?? none,
    revision: 'r1',
    usedToday: 12.34,
    usedThisMonth: 80,
  })
  const { answers } = keptAssistant({
    [`GET ${NORA_API}/limits`]: () => Response.json(answer()),
    [`PUT ${NORA_API}/limits`]: async (request) => {
      kept.limits = (await request.json()) as SpendingLimits
      return Response.json(answer())
    },
  })
  await openSite(`/assistants/${NORA.id}/settings`, { isSignedIn: true, answers })
  await expect.element(page.getByText('Used today: 12.3 minutes')).toBeVisible()
  await box('Minutes a day').fill('0')
  await box('Calls at once').fill('two')
  await box('Minutes a month').click()
  await expect.element(page.getByText('Not less than 1.', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Write a whole number.')).toBeVisible()
  expect(kept.limits).toBeNull()
  await box('Minutes a day').fill('30')
  await box('Calls at once').fill('')
  await page.getByRole('checkbox', { name: 'Answer only at certain hours' }).click()
  await page.getByRole('checkbox', { name: 'Monday' }).click()
  await expect.element(page.getByText('Used today: 12.3 of 30 minutes')).toBeVisible()
  await expect.element(page.getByText('Used this month: 80 minutes')).toBeVisible()
  await expect.poll(() => kept.limits?.hours).not.toBeNull()
  expect(kept.limits).toMatchObject({ minutesPerDay: 30, callsAtOnce: null, hours: { monday: [], tuesday: [{}] } })
})
