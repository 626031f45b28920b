import type { OwnAssistant } from '#contract/own-assistant.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { violations } from '../ui/show-testing.tsx'
import { openSite } from './site-testing.tsx'

// The frame around an assistant's tabs.

const NORA: OwnAssistant = {
  id: 'own_00000000-0000-4000-8000-000000000000',
  slug: 'nora-1',
  status: 'live',
  version: 1,
  published: 1,
  hasDraft: false,
  name: 'Nora',
  voiceId: 'hazel',
  firstMessage: 'Hello, this is Mill Garage.',
  systemPrompt: '',
  knowledge: { pairs: [{ question: 'When are you open?', answer: 'At seven.' }], notes: '' },
  photoId: 'p'.repeat(32),
  photoFace: null,
  photoUrl: '/icons/icon.svg',
  createdAt: '2026-07-01T00:00:00.000Z',
  updatedAt: '2026-07-01T00:00:00.000Z',
}
const WORKSHOP = `/assistants/${NORA.id}`
const tab = (name: string) => page.getByRole('navigation', { name: 'Workshop of Nora' }).getByRole('link', { name })
const part = (name: string) => page.getByRole('region', { name, exact: true })

const openWorkshop = (path: string) =>
  openSite(path, { isSignedIn: true, answers: { [`GET /api/own-assistants/${NORA.id}`]: () => Response.json(NORA) } })

test('each tab has an address, keeps the focus, and is left by going back', async () => {
  await page.viewport(390, 844)
  const site = await openWorkshop(WORKSHOP)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Nora' })).toBeVisible()
  await expect.element(tab('Talk')).toHaveAttribute('aria-current', 'page')
  tab('Knowledge').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(part('Knowledge')).toBeVisible()
  expect(site.path()).toBe(`${WORKSHOP}/knowledge`)
  await expect.element(tab('Knowledge')).toHaveFocus()
  expect(await violations()).toEqual([])
  await site.goBack()
  await expect.element(part('Talk')).toBeVisible()
  expect(document.title).toBe('Nora · Talk · Voxhall')
})

test('a tab that there is not leads to the first, an assistant that there is not says so', async () => {
  const site = await openWorkshop(`${WORKSHOP}/nothing`)
  await expect.element(part('Talk')).toBeVisible()
  expect(site.path()).toBe(WORKSHOP)
})

test('an assistant of another account is none', async () => {
  const gone = { code: 'not-found', title: 'Not found', detail: 'D' }
  await openSite(WORKSHOP, {
    isSignedIn: true,
    answers: {
      [`GET /api/own-assistants/${NORA.id}`]: () =>
        Response.json(gone, { status: 404, headers: { 'content-type': 'application/problem+json' } }),
    },
  })
  await expect.element(page.getByRole('heading', { name: 'There is no such assistant' })).toBeVisible()
  expect(await violations()).toEqual([])
})

test('a visitor who is not signed in comes back to the same tab', async () => {
  const site = await openSite(`${WORKSHOP}/settings`)
  await expect.element(page.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  expect(site.path()).toBe('/auth')
})
